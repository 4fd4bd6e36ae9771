import { useSite } from '#web/document/site.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/**
 * Whether to offer passkeys: at the address of the site, which is a name with TLS or of this machine, and in a browser that
 * has them. The server, which does not know the browser, assumes that they can be used.
 */
export const usePasskeys = (): boolean => {
  const { origin } = useSite()
  const hydrated = useHydrated()
  return mayHavePasskeys(origin) && (!hydrated || (window.location.origin === origin && hasPasskeys()))
}

/** The window of the Android app has the interface too, but refuses each passkey. */
const hasPasskeys = () => 'PublicKeyCredential' in window && !('quillhouseApp' in window)

const mayHavePasskeys = (origin: string): boolean => {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return hostname === 'localhost' || (protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname))
}
