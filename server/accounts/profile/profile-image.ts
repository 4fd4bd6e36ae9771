import { randomUUID } from 'node:crypto'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { rethrowImageError } from '#server/platform/images/image-error.ts'
import { checksumOf, deleteChecksums, saveChecksums } from '#server/platform/file-integrity/checksums.ts'
import type { Services } from '#server/platform/services.ts'
import { settleAll } from '#server/platform/settle-all.ts'
import { changeOwnAccount } from '#server/accounts/change-account.ts'
import { profileImageKey, profileImageName, profileImageUrl } from './profile-image-key.ts'
import { toUser } from '#server/accounts/user-serializer.ts'

const SIDE = 256
const SET = 'Your picture is set.'
const REMOVED = 'Your picture is removed.'

/** Stores a square of 256 pixels, the file before the row that `save` gives its address. */
export const storeProfileImage = async <Saved>(
  services: Services,
  { path }: UploadedFile,
  save: (url: string) => Promise<Saved>,
): Promise<Saved> => {
  const bytes = await services.images.square(path, SIDE).catch(rethrowImageError)
  const name = randomUUID().replaceAll('-', '')
  try {
    await services.storage.put(profileImageKey(name), bytes)
    await saveChecksums(services.db, profileImageKey(name), [await checksumOf([bytes])])
    return await save(profileImageUrl(name))
  } catch (error) {
    await removeProfileImageFile(services, profileImageUrl(name))
    throw error
  }
}

export const setProfileImage = async (services: Services, userId: string, file: UploadedFile) => ({
  message: SET,
  user: await storeProfileImage(services, file, (url) => replaceProfileImage(services, userId, url)),
})

export const removeProfileImage = async (services: Services, userId: string) => ({
  message: REMOVED,
  user: await replaceProfileImage(services, userId, null),
})

const replaceProfileImage = async (services: Services, userId: string, profileImage: string | null) => {
  const { before, after } = await changeOwnAccount(services, userId, () => ({ profileImage }))
  await removeProfileImageFile(services, before.profileImage)
  return toUser(after)
}

/** Removes the file of a URL that no row has any more. If that fails, the sweep removes it later. */
export const removeProfileImageFile = async ({ db, storage, log }: Services, url: string | null): Promise<void> => {
  if (url === null) return
  const key = profileImageKey(profileImageName(url))
  await settleAll([storage.remove(key), deleteChecksums(db, [key])]).catch((error: unknown) =>
    log.warn({ reason: String(error) }, 'removing a profile image failed; the sweep will remove it'),
  )
}
