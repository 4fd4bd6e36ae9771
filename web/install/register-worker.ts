import { trustedScriptUrl } from '#web/document/trusted-types.ts'

/** For the page that stands in when there is no network. Without it the site works as well, so a failure says nothing. */
export const registerWorker = async () => {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(trustedScriptUrl('/service-worker.js')).catch(() => undefined)
}
