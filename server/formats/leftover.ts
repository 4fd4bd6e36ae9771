/** Whether a path of a folder or an archive is not a file of a person's: hidden, or what macOS leaves in archives. */
export const isLeftover = (path: string): boolean =>
  path.split('/').some((name) => name === '__MACOSX' || name.startsWith('.'))
