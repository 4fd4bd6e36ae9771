import type pg from 'pg'
import { profileImageKey, profileImageName } from '#server/accounts/profile/profile-image-key.ts'
import { bookFiles, coverKey } from '#server/books/cover-key.ts'
import { readRows } from './table-rows.ts'

const EARLIER_FILES = `
  select distinct pdf from book_versions where not exists (select from books where books.pdf = book_versions.pdf)`

const PAGE_EPUBS = 'select key as pdf from page_epubs where key is not null'
const PAPERS = 'select key as pdf from papers where key is not null'
const CHAPTERS = 'select pdf from chapters where pdf is not null'

const PICTURES_OF_PEN_NAMES = `
  select from information_schema.columns
  where table_schema = current_schema() and table_name = 'pen_names' and column_name = 'image'`

/** The number of files that rows refer to and that a backup has not. */
export const countMissing = async (client: pg.Client, hasFile: (key: string) => boolean): Promise<number> => {
  let missing = 0
  const check = (key: string) => {
    if (!hasFile(key)) missing += 1
  }
  for await (const books of readRows<{ pdf: string; cover: string }>(client, 'select pdf, cover from books'))
    for (const { pdf, cover } of books) [...bookFiles(pdf).keys, coverKey(cover, '.webp')].forEach(check)
  // Before an upgrade the database is that of an earlier version, which may have none of these tables.
  for (const [table, files] of Object.entries({
    book_versions: EARLIER_FILES,
    page_epubs: PAGE_EPUBS,
    papers: PAPERS,
    chapters: CHAPTERS,
  })) {
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
    if (!rows[0]?.exists) continue
    for await (const stored of readRows<{ pdf: string }>(client, files))
      for (const { pdf } of stored) bookFiles(pdf).keys.forEach(check)
  }
  const { rowCount } = await client.query(PICTURES_OF_PEN_NAMES)
  const pictures = `
    select profile_image as url from users where profile_image is not null
    ${rowCount ? 'union all select image from pen_names where image is not null' : ''}`
  for await (const people of readRows<{ url: string }>(client, pictures))
    for (const { url } of people) check(profileImageKey(profileImageName(url)))
  return missing
}
