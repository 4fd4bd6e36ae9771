type Json = Record<string, unknown>

const ID = '01928f6e-7c1d-7b34-9a51-3f0c2d9e4b77'

/** Examples by field name. */
const BY_NAME: Record<string, unknown> = {
  _id: ID,
  id: ID,
  after: ID,
  title: 'The Lamplighter’s Almanac',
  author: 'Ottoline Marsh',
  caption: 'Every dusk for forty years Hesper Vane has lit the lamps of a city that appears on no map.',
  genre: 'Fantasy',
  username: 'ottoline',
  newUsername: 'ottoline marsh',
  email: 'ottoline@example.org',
  password: 'lamplight-and-ink',
  currentPassword: 'lamplight-and-ink',
  newPassword: 'ink-and-blotting-paper',
  token: 'ebk_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  text: 'The moor is the best character in it.',
  query: 'lamplighter',
  page: '1',
  limit: '12',
  rating: 5,
  Rating: 4.6,
  newRating: 4.6,
  createdAt: '2026-10-12T18:30:00.000Z',
  usedAt: '2026-10-12T18:30:00.000Z',
  image: '/files/cover/0f3c5b7a9d1e2f4a6b8c0d1e2f3a4b5c.webp',
  imageColor: '#17463a',
  imageMounted: false,
  pdfUrl: `/files/pdf/${ID}/The_Lamplighters_Almanac_-_Ottoline_Marsh.pdf?e=1793000000&s=u8xV`,
  url: `/files/edition/${ID}?e=1793000000&s=u8xV`,
  downloadUrl: `/files/epub/${ID}/The_Lamplighters_Almanac_-_Ottoline_Marsh.epub?e=1793000000&s=u8xV&download`,
  format: 'epub',
  language: 'en',
  fileName: 'almanac.pdf',
  pdfFileName: 'almanac.pdf',
  subtitle: 'With twelve maps',
  series: 'The Almanacs',
  seriesNumber: '2',
  year: '1911',
  isbn: '978-0-306-40615-7',
  licence: 'cc-by',
  contentNotes: 'A shipwreck.',
  message: 'Done.',
}

/** An example value for a JSON Schema: by the field's name where it is known, else by its type. */
export const exampleOf = (schema: Json, name = ''): unknown => {
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (schema['type'] === 'object') return objectOf(schema)
  if (schema['type'] === 'array') return [exampleOf((schema['items'] ?? {}) as Json, name)]
  const known = BY_NAME[name]
  if (known !== undefined && fits(schema, known)) return known
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[]
  if (choice) return exampleOf(choice, name)
  if (schema['default'] !== undefined) return schema['default']
  return { string: '…', number: 1, integer: 1, boolean: false, null: null }[String(schema['type'])] ?? '…'
}

const fits = (schema: Json, example: unknown) => {
  const type = schema['type'] === 'integer' ? 'number' : schema['type']
  return type === undefined || type === typeof example
}

const objectOf = (schema: Json) =>
  Object.fromEntries(
    Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([name, rule]) => [
      name,
      exampleOf(rule, name),
    ]),
  )
