// oxlint-disable-next-line import/default -- scripts/frame-script.ts adds the export.
import script, { hash } from './frame/agent.ts?frame-script'

/** The SHA-256 of the script in the frame, which the policy of the page around it allows. */
export const BOOK_AGENT_HASH = hash

/** Only what is handed over can be shown: nothing in the frame is loaded from anywhere, not even from this site. */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash}'`,
  "style-src 'unsafe-inline'",
  'img-src blob: data:',
  'font-src blob: data:',
  'media-src blob:',
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/** The document of the frame before a chapter is shown in it. */
export const frameDocument = (): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${script}</script></head><body></body></html>`
