const BUCKET = /^[\w-][\w.-]{1,61}[\w-]$/
const FOLDER_NAME = /^(?!\.{1,2}$)[\w.-]+$/
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
const PARAMETERS = ['region', 'tls']
const DEFAULT_REGION = 'us-east-1'

/** An S3 bucket and the keys to it. */
export interface ObjectStoreAddress {
  /** With scheme and port. */
  endpoint: string
  region: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  accessKey: string
  secret: string
}

/** How a bucket is used. */
export interface ObjectStoreOptions {
  address: ObjectStoreAddress
  /** A folder on this machine. */
  tempFolder: string
  /** Which keys are allowed. */
  isKey?: (key: string) => boolean
  answerMs?: number
  silenceMs?: number
}

export const OBJECT_STORE_FORM =
  's3://KEY:SECRET@host:port/bucket/prefix?region=us-east-1&tls=on, with characters such as / percent-encoded'

/** Parses `s3://KEY:SECRET@host:port/bucket/prefix?region=…&tls=on|off`; undefined for anything else. */
export const parseObjectStoreAddress = (value: string): ObjectStoreAddress | undefined => {
  const url = URL.parse(value)
  if (url?.protocol !== 's3:' || url.hash !== '' || url.hostname === '') return undefined
  const [bucket = '', ...folders] = url.pathname.slice(1).replace(/\/$/, '').split('/')
  const tls = url.searchParams.get('tls') ?? (LOOPBACK.test(url.hostname) ? 'off' : 'on')
  const region = url.searchParams.get('region') ?? DEFAULT_REGION
  const [accessKey, secret] = [decoded(url.username), decoded(url.password)]
  const isValid =
    [...url.searchParams.keys()].every((name) => PARAMETERS.includes(name)) &&
    ['on', 'off'].includes(tls) &&
    /^[\w-]+$/.test(region) &&
    BUCKET.test(bucket) &&
    folders.every((name) => FOLDER_NAME.test(name))
  if (!isValid || !accessKey || !secret) return undefined
  const prefix = folders.map((name) => `${name}/`).join('')
  return { endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`, region, bucket, prefix, accessKey, secret }
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
