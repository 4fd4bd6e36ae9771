/** Refusing a recommended book. */
export const NOT_FOR_ME = {
  refuse: 'Not for me',
  refused: 'We won’t recommend it again.',
  undo: 'Undo',
}
