/** What a zip archive begins with, and so an EPUB, in Latin-1. */
export const ZIP_SIGNATURE = 'PK\x03\x04'
