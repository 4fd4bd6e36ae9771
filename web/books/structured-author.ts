import type { Author } from '#contract/authors.ts'
import { authorPath } from './author-path.ts'

/** The author for search engines: the profile of an account, or a list of the books by a name. */
export const structuredAuthor = ({ name, account, books, withOthers }: Author, origin: string) => {
  const url = origin + authorPath(name)
  const person = {
    '@type': 'Person',
    name,
    url,
    ...(account?.image && { image: new URL(account.image, origin).href }),
    ...(account?.about && { description: account.about }),
    ...(account && account.links.length > 0 && { sameAs: account.links }),
  }
  return {
    '@context': 'https://schema.org',
    ...(account ? { '@type': 'ProfilePage', mainEntity: person } : { '@type': 'CollectionPage', about: person }),
    url,
    name,
    hasPart: [...books, ...withOthers].map((book) => ({
      '@type': 'Book',
      name: book.title,
      url: `${origin}/books/${book._id}`,
    })),
  }
}
