/** Hands the visitor a file. */
export const download = (name: string, content: BlobPart | Blob, type = 'application/octet-stream'): void => {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken the address by the time it is free to do anything else.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
};

/** Letters, digits and dashes: any system takes such a name. */
export const fileName = (...parts: string[]): string =>
  parts
    .map((part) => part.replace(/[^\w]+/g, '-').replace(/^-|-$/g, ''))
    .filter(Boolean)
    .join('-');
