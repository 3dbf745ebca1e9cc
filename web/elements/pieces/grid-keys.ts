/** The keyboard within a matrix, as in any grid: arrows, Home and End, pages, with Control to the corners. */
export const moveCell = (
  event: { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean },
  at: { row: number; column: number },
  rows: number,
  columns: number,
  page: number,
): { row: number; column: number } | undefined => {
  const corner = event.ctrlKey === true || event.metaKey === true;
  if (event.altKey) return undefined;
  const by = (down: number, right: number): { row: number; column: number } => ({
    row: Math.max(0, Math.min(rows - 1, at.row + down)),
    column: Math.max(0, Math.min(columns - 1, at.column + right)),
  });
  switch (event.key) {
    case 'ArrowUp':
      return by(corner ? -rows : -1, 0);
    case 'ArrowDown':
      return by(corner ? rows : 1, 0);
    case 'ArrowLeft':
      return by(0, corner ? -columns : -1);
    case 'ArrowRight':
      return by(0, corner ? columns : 1);
    case 'Home':
      return by(corner ? -rows : 0, -columns);
    case 'End':
      return by(corner ? rows : 0, columns);
    case 'PageUp':
      return by(-page, 0);
    case 'PageDown':
      return by(page, 0);
    default:
      return undefined;
  }
};
