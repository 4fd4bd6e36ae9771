import { useOwnBooks } from '#web/profile/use-own-books.ts'
import { MemberSections } from './member-sections.tsx'
import { OwnBooks } from './own-books.tsx'

/** An author's home. The sections below the own books are shown once the height of these is known. */
export const AuthorHome = () => {
  const { isWaiting } = useOwnBooks()
  return (
    <>
      <OwnBooks />
      {!isWaiting && <MemberSections />}
    </>
  )
}
