/** What keys of an input method are called in `keyCode`. */
const INPUT_METHOD = 229

/** Whether a key is of an input method that composes. Safari tells of the one that ends a composition after its end. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === INPUT_METHOD
