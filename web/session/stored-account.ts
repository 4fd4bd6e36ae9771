import { readStored, writeStored } from './browser-storage.ts'
import { readToken } from './token.ts'

const ACCOUNT = 'account'

interface StoredAccount {
  userId: string
  token: string
}

/** The user of the stored token, as far as this browser knows without the network. */
export const storedUserId = (): string | undefined => {
  try {
    const account = JSON.parse(readStored('localStorage', ACCOUNT) ?? 'null') as StoredAccount | null
    return account && account.token === readToken() ? account.userId : undefined
  } catch {
    return undefined
  }
}

/** Stores whose token this is, for people who keep books: without the network, nothing else says it. */
export const storeUserId = (userId: string) => {
  const token = readToken()
  if (token && storedUserId() !== userId) writeStored('localStorage', ACCOUNT, JSON.stringify({ userId, token }))
}

export const removeStoredAccount = () => writeStored('localStorage', ACCOUNT, null)
