/** Whether a path is a hidden file, or one that macOS adds to archives. */
export const isLeftover = (path: string): boolean =>
  path.split('/').some((name) => name === '__MACOSX' || name.startsWith('.'))
