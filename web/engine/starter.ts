/** The model that every build carries: there without a download, known by this name to the core as well. */
export const starterId = 'starter';
