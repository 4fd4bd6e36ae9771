import { PROFILE } from '#web/messages/profile.ts'
import { useOwnBooks } from './use-own-books.ts'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData, DownloadWorks } from './download-data.tsx'
import { MarkedBooks } from './marked-books.tsx'
import { ProfilePage } from './profile-frame.tsx'

/** What the library has of a person: to take along, or to delete. */
export const DataPage = () => {
  const { books = [] } = useOwnBooks()
  return (
    <ProfilePage title={PROFILE.pages.data}>
      {(user) => (
        <>
          <DownloadData />
          {user.userType !== 'reader' && <DownloadWorks />}
          <MarkedBooks />
          <DeleteAccount hasBooks={books.length > 0} />
        </>
      )}
    </ProfilePage>
  )
}
