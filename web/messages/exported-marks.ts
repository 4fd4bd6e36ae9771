/** The files of exported marks. The columns of Readwise are not here: it reads them. */
export const EXPORTED_MARKS = {
  fileName: (title: string) => `${title} - marks`,
  page: (page: number) => `p. ${page}`,
  columns: ['Kind', 'Color', 'Page', 'Chapter', 'Text', 'Note', 'Date'],
  bookColumns: ['Title', 'Author'],
} as const
