import { attributeOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { inParagraphs } from './fb2-blocks.ts'
import { childOf, childrenOf, lineOf, pictureIdOf } from './fb2-xml.ts'
import { NO_WORDS } from './front-matter.ts'
import type { Words } from './manuscript.ts'

/** What a FictionBook says of itself, and the id of the picture of its cover. */
export const readFictionBookWords = (root: XmlNode): { words: Words; cover: string | undefined } => {
  const description = childOf(root, 'description')
  const title = childOf(description, 'title-info')
  const published = childOf(description, 'publish-info')
  const [series] = [title, published].flatMap((part) => childrenOf(part, 'sequence')).flatMap(toSeries)
  const date = childOf(title, 'date')
  const year = lineOf(childOf(published, 'year'))
  const isbn = lineOf(childOf(published, 'isbn'))
  return {
    words: {
      ...NO_WORDS,
      title: lineOf(childOf(title, 'book-title')),
      authors: childrenOf(title, 'author')
        .map(toName)
        .filter((name) => name !== ''),
      date: lineOf(date) || (attributeOf(date, 'value') ?? ''),
      language: lineOf(childOf(title, 'lang')),
      description: inParagraphs(childOf(title, 'annotation')?.children ?? [])
        .map(lineOf)
        .filter((line) => line !== '')
        .join('\n\n'),
      modified: toTime(attributeOf(childOf(description, 'document-info', 'date'), 'value')),
      more: {
        series,
        publisher: lineOf(childOf(published, 'publisher')),
        isbn,
        subjects: subjectsOf(title),
        published: [year, attributeOf(date, 'value') ?? '', lineOf(date)].find((one) => DATE.test(one)) ?? '',
      },
    },
    cover: childrenOf(childOf(title, 'coverpage'), 'image').map(pictureIdOf)[0],
  }
}

const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/

const toTime = (date = ''): string => (/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : '')

const toName = (person: XmlNode): string => {
  const parts = ['first-name', 'middle-name', 'last-name'].map((name) => lineOf(childOf(person, name)))
  return parts.filter((part) => part !== '').join(' ') || lineOf(childOf(person, 'nickname'))
}

/** A series may hold another one, which is the narrower. */
const toSeries = (sequence: XmlNode): { name: string; position: string }[] => {
  const name = attributeOf(sequence, 'name')
  return name === undefined ? [] : [{ name, position: attributeOf(sequence, 'number') ?? '' }]
}

/** What the codes of genres begin with, of which there are about two hundred. */
const GENRES: readonly (readonly [RegExp, string])[] = [
  [/^(?:sf_|city_|dragon_|fairy_|historical_)?fantasy/, 'Fantasy'],
  [/^(?:sf_horror|horror)/, 'Horror'],
  [/^(?:sf|popadan)/, 'Science Fiction'],
  [/^(?:det_espionage|thriller|det_action|det_political)/, 'Thriller'],
  [/^det/, 'Mystery'],
  [/^(?:prose_history|love_history)/, 'Historical Fiction'],
  [/^love/, 'Romance'],
  [/^(?:adv_geo|geo_guides|home_travel)/, 'Travel'],
  [/^adv/, 'Adventure'],
  [/^child/, 'Children'],
  [/^(?:poetry|lyrics|song_poetry)/, 'Poetry'],
  [/^(?:dramaturgy|drama|comedy|tragedy|screenplays|vaudeville)/, 'Drama'],
  [/^humor/, 'Humor'],
  [/^nonf_biography/, 'Biography'],
  [
    /^(?:business$|popular_business|sci_business|sci_economy|economics|banking|accounting|management|marketing|org_behavior)/,
    'Business',
  ],
  [/^sci_philosophy/, 'Philosophy'],
  [/^religion/, 'Spirituality'],
  [/^(?:sci_medicine|home_health|home_sport)/, 'Health & Wellness'],
  [/^(?:sci|nonf|publicism|psychology$|ref|comp|design|home|military|politics)/, 'Non-fiction'],
  [/^(?:prose|literature|short_story|story|great_story|(?:contemporary(?:_lit)?|novel)$)/, 'Fiction'],
]

/** Shops begin the codes of books from abroad and of their own country with these. */
const ORIGIN = /^(?:foreign|russian)_/

/** The code of old literature, which says nothing: calibre writes it where it was told no genre. */
const UNKNOWN_GENRE = 'antique'

const genreOf = (code: string): string => {
  const plain = code.toLowerCase().replace(ORIGIN, '')
  return GENRES.find(([pattern]) => pattern.test(plain))?.[1] ?? code
}

const subjectsOf = (title: XmlNode | undefined): string[] => {
  const codes = childrenOf(title, 'genre').map(lineOf)
  const genres = codes.filter((code) => code !== UNKNOWN_GENRE).map(genreOf)
  const keywords = childrenOf(title, 'keywords').flatMap((node) => lineOf(node).split(/\s*[,;]\s*/))
  return [...new Set([...genres, ...keywords].filter((subject) => subject !== ''))]
}
