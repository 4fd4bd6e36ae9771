const COMMON: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-frame-options': 'DENY',
}

const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** The security headers of every response. */
export const securityHeaders = (publicUrl: string | undefined) => ({
  ...COMMON,
  ...(publicUrl?.startsWith('https:') ? HSTS : {}),
})

export const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * The policy of a page: files of this site, and the inline script and style with these hashes. The frame of an EPUB has it
 * too, with its agent, and the fonts and recordings that are handed to it.
 */
export const pagePolicy = (hashes: { script: string; agent: string; style: string }, filesOrigin: string | undefined) =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hashes.script}' 'sha256-${hashes.agent}'`,
    `style-src 'self' 'sha256-${hashes.style}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${filesOrigin ?? ''}`.trim(),
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self' blob: data:",
    'media-src blob:',
    `connect-src 'self' ${filesOrigin ?? ''}`.trim(),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'report-uri /csp-report',
  ].join('; ')

export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const COVER_POLICY = `${FILE_POLICY}; sandbox`

/** Headers as names and values by turns, the form that Node's writeHead handles fastest. */
export const flat = (headers: Record<string, string>): string[] => Object.entries(headers).flat()
