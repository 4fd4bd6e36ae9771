import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { hashOf, newSessionToken } from '#server/accounts/sessions/tokens.ts'

export interface Client {
  id: string
  token: string
  /** A draft of this client, which it saves again and again. */
  draft?: string
}

/** Inserts verified authors with a session, and books of another author for them to rate. The books have no files. */
export const addPeople = async (config: pg.ClientConfig, count: number, bookCount = 1) => {
  const client = new pg.Client(config)
  await client.connect()
  try {
    const clients: Client[] = []
    for (let i = 0; i < count; i += 1) clients.push(await addAuthor(client))
    const publisher = await addAuthor(client)
    const books: string[] = []
    for (let i = 0; i < bookCount; i += 1) books.push(await addBook(client, publisher.id))
    return { clients, books, publisher }
  } finally {
    await client.end()
  }
}

const addAuthor = async (client: pg.Client): Promise<Client> => {
  const token = newSessionToken()
  const name = randomUUID()
  const { rows } = await client.query<{ id: string }>(
    `insert into users (username, email, password_hash, user_type, verified)
     values ($1, $2, 'none', 'author', true) returning id`,
    [name.slice(0, 32), `${name}@example.org`],
  )
  const id = rows[0]?.id ?? ''
  await client.query('insert into sessions (user_id, token_hash, created_at, used_at) values ($1, $2, now(), now())', [
    id,
    hashOf(token),
  ])
  return { id, token }
}

const addBook = async (client: pg.Client, publisherId: string) => {
  const { rows } = await client.query<{ id: string }>(
    `insert into books (publisher_id, title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count)
     values ($1, 'The Lighthouse Ledger', 'Maren Holt', 'Kept by hand.', 'Fiction', repeat('0', 32), '#336699', $2, 'ledger.pdf', 1, 1)
     returning id`,
    [publisherId, `pdf/${randomUUID()}.pdf`],
  )
  return rows[0]?.id ?? ''
}
