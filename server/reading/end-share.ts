/** Who has come to this share of the pages has read to the end: what follows is an index or a colophon. */
export const END_SHARE = 0.97
