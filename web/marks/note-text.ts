const CONTROL_BUT_LINES = /[\u{0}-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}\p{Surrogate}]/gu

/** A note as the server accepts it. */
export const noteText = (text: string): string => text.normalize('NFC').replace(CONTROL_BUT_LINES, '').trim()
