import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and until hydration; forms with passwords are disabled until then. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
