import { type ComponentType, useEffect, useState } from 'react'
import { useToast } from './toast.tsx'
import { useLatest } from './use-latest.ts'
import { COMPONENTS } from '#web/messages/components.ts'

/**
 * A dialog, or another part that a button opens, which is loaded then. If it can't be, as without a network, a toast says so
 * and it is closed again: the rest of the page stays, with what was typed there.
 */
export const openedPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const OpenedPart = (props: Props & { onClose: () => void }) => {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>()
    const toast = useToast()
    const fail = useLatest(() => {
      // Chromium does not ask for a script again, which it could not load, before the page is loaded anew.
      toast.bad(COMPONENTS.notOpened)
      props.onClose()
    })
    useEffect(() => {
      let isClosed = false
      load().then(
        (loaded) => isClosed || setLoaded(() => loaded),
        () => isClosed || fail.current(),
      )
      return () => {
        isClosed = true
      }
    }, [fail])
    return Loaded && <Loaded {...props} />
  }
  return OpenedPart
}
