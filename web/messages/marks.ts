import type { MarkContent } from '#contract/marks.ts'
import { grouped } from './counts.ts'

const COLORS = { gold: 'Gold', blue: 'Blue', red: 'Red', ink: 'Ink' } as const

const excerptOf = (content: MarkContent) => {
  const text = content.anchors.map(({ exact }) => exact).join(' ')
  return text.length > 120 ? `${text.slice(0, 117).trimEnd()}…` : text
}

/** The messages of bookmarks, highlights and notes. */
export const MARKS = {
  colors: COLORS,
  highlightIn: (color: keyof typeof COLORS) => `Highlight in ${COLORS[color].toLowerCase()}`,
  labelOf: (content: MarkContent) => {
    if (!content.color) return 'Bookmark'
    const note = content.note ? ` Note: ${content.note.slice(0, 200)}` : ''
    return `Highlight, ${COLORS[content.color].toLowerCase()}: ${excerptOf(content)}${note}`
  },
  selection: 'Mark this passage',
  mark: 'Highlight',
  bookmark: 'Bookmark',
  addNote: 'Add a note',
  editNote: 'Edit the note',
  noteLabel: 'Your note',
  saveNote: 'Save the note',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The text could not be copied.',
  delete: 'Delete',
  close: 'Close',
  tooLong: 'This is too long to mark: at most 2,000 characters.',
  full: 'This book has 2,000 marks, the most there can be. Delete some first.',
  notStored: 'This mark could not be saved in this browser.',
  highlighted: 'Highlighted',
  bookmarked: (page: number) => `Page ${page} bookmarked`,
  deleted: 'Highlight deleted',
  bookmarkDeleted: 'Bookmark deleted',
  undo: 'Undo',
  undone: 'It is back',
  pick: 'Choose a passage to mark',
  picker: 'Choose a passage',
  pickerHint: 'Arrow keys choose a sentence; with Shift they change its end. Enter marks it.',
  previousSentence: 'Previous sentence',
  nextSentence: 'Next sentence',
  shorter: 'A word less',
  longer: 'A word more',
  useIt: 'Mark it',
  noText: 'This page has no text that can be marked.',
  list: 'Your marks in this book',
  search: 'Search your marks',
  none: 'Nothing marked yet. Select some text to highlight it, or choose “Bookmark this page”.',
  noneFound: 'No marks contain these words.',
  count: (count: number) => (count === 1 ? '1 mark' : `${grouped(count)} marks`),
  page: (page: number) => `Page ${page}`,
  beginning: 'Beginning of the book',
  lost: 'No longer found in this file',
  lostHint: 'The book has changed since you marked these. They stay here until you delete them.',
  files: 'Export and import',
  exportAs: 'Export as',
  formats: { markdown: 'Markdown', csv: 'CSV', readwise: 'Readwise CSV', annotations: 'Web Annotations (JSON-LD)' },
  notExported: 'The marks could not be exported. Please load the page again.',
  import: 'Import Web Annotations',
  imported: (added: number, known: number) =>
    `${added === 1 ? '1 mark' : `${added} marks`} imported${known > 0 ? `, ${known} already here` : ''}`,
  notImported: 'This file could not be read. Choose a JSON-LD file with Web Annotations.',
  noneToImport: 'This file has no marks with a place in a book.',
  unsent: 'Your marks are saved in this browser, and sent when you are online again.',
  tooMany: 'Some marks are only in this browser: a book holds at most 2,000 of them. Delete some to save the rest.',
  refused: 'Some marks are only in this browser: the library could not save them.',
  conflictTitle: 'Changed on two devices',
  conflictText: 'You changed this mark here and on another device. Which one should stay?',
  conflictMore: (count: number) => `${count} more after this one.`,
  here: 'On this device',
  there: 'On the other device',
  wasDeleted: 'Deleted',
  noNote: 'No note',
  keepHere: 'Keep this one',
  keepThere: 'Keep the other one',
  keepBoth: 'Keep both notes',
  later: 'Decide later',
  showConflicts: (count: number) =>
    count === 1 ? 'One mark was changed on two devices' : `${count} marks were changed on two devices`,
  decide: 'Decide',
} as const
