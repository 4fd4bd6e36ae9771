import type { ExportOptions } from './export-entries.ts'

const READERS = {
  pseudonyms:
    'They name readers by pseudonyms such as "Reader k7f3q9x2mz". One reader has one pseudonym in all comments of this export, another one in all ratings, and others in the next export. They were made with keys that were kept nowhere, so no pseudonym tells by itself who a reader is. What readers have written was not changed: it may name people, and who knows a comment from the site can tell who wrote it. That does not tell which stars they gave, as ratings say only the day.',
  names: 'They name readers by their names on the site. Treat this folder as personal data.',
}

/** The README of an exported folder. */
export const exportReadme = ({ publisherId, readers, withUnpublished }: ExportOptions): string => `# Export of ${
  publisherId === undefined ? 'a library' : 'the works of an author'
}

This folder was written by Quillhouse, a library for PDFs and EPUBs. It can be read without it: the books are ordinary files, and everything else is JSON in UTF-8.

- \`library.json\` lists the books and their folders.
- \`books/\` has a folder for each book, by its title:
  - its file, a PDF or an EPUB, byte for byte as readers get it, and \`cover.webp\`;
  - \`book.json\`: everything that is known of it, such as its title, authors, series, tags, language, licence, ISBN and dates, and where its files are;
  - \`comments.json\`, in the order in which they were written, and \`ratings.json\`, of 1 to 5 stars;
  - \`manuscript/\`: the file (Word, Markdown, FB2, MOBI or another) that the book was made of, if it was;
  - \`versions/\`: the files that it had before, if there are any;
  - \`chapters/\`: the manuscripts of chapters that are not out yet, if there are any.
- \`schema/\` has a JSON schema (draft 2020-12) for each kind of JSON file.
- \`SHA256SUMS\` has the checksums of all files. \`sha256sum --check SHA256SUMS\` tells whether they are whole and all there.

Comments and ratings are those that are shown on the site. ${READERS[readers]}

${
  withUnpublished
    ? 'Books that are not published are here too: `state` in `book.json` is then "draft", "planned" or "withdrawn", and `hidden` is true for what moderators have hidden. Nobody else may see them.'
    : 'Books that are drafts, planned, withdrawn or hidden are not here.'
} No account is named as the publisher of a book under a pen name.${
  publisherId === undefined
    ? ' Its manuscript, and that of a book whose account was deleted, is not here, as it may say who wrote it.'
    : ' But all books here are of one author, so anyone who has the whole folder can see that their pen names belong to one person.'
}

To move into another Quillhouse: \`npm run quillhouse -- import FOLDER --as author@example.org\`.
`
