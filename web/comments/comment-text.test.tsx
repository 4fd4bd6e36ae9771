import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CommentText, type CommentTextProps } from './comment-text.tsx'

const written = { _id: '1', text: 'Thank you.', createdAt: '2026-11-27T06:00:00.000Z' }
const user = { _id: 'ida', username: 'Ida Fenn', profileImage: null }

const marksOn = (props: Partial<CommentTextProps>) =>
  renderToStaticMarkup(<CommentText bookId="a" comment={{ ...written, user }} {...props} />).match(/Author|Publisher/g)

test('a comment by the publisher of a book is marked, as the author’s where the names are the same', () => {
  expect(marksOn({ publisherId: 'ida', author: 'ida fenn ' })).toEqual(['Author'])
  expect(marksOn({ publisherId: 'ida', author: 'Charlotte Brontë' })).toEqual(['Publisher'])
})

test('a comment by anybody else is not marked, nor by a deleted account, nor on a book under a pen name', () => {
  expect(marksOn({ publisherId: 'jonas', author: 'Ida Fenn' })).toBeNull()
  expect(marksOn({ author: 'Ida Fenn' })).toBeNull()
  expect(marksOn({ comment: { ...written, user: null }, author: 'Ida Fenn' })).toBeNull()
})
