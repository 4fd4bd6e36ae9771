import { useParams } from 'react-router'
import { SHELVES } from '#contract/values/shelves.ts'
import { MyBooks } from './my-books.tsx'
import { OneShelf } from './one-shelf.tsx'

export { ListOfBooks, listLoader } from './list-of-books.tsx'

/** The pages of a reader's own books and of one shelf. That of a list is in this file too: they have most parts in common. */
export const Component = () => {
  const { shelf } = useParams()
  return shelf === undefined ? <MyBooks /> : <OneShelf shelf={SHELVES.find((one) => one === shelf)} />
}
