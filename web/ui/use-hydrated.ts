import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until the script runs: forms with passwords stay disabled as long. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
