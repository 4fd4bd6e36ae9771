/** The keys of a file specification or link whose string names another file or an address. */
export const TARGET_KEYS = new Set(['/F', '/UF', '/DOS', '/Mac', '/Unix', '/URI', '/Base', '/D'])

const NETWORK_OR_SCRIPT = /^(?:file|smb|cifs|nfs|afp|davs?|webdav|search-ms|javascript|vbscript):/i
const SCHEME = /^[a-z][a-z\d+.-]+:/i
const ROOT_OR_DRIVE = /^(?:[\\/]|[a-z]:)/i
const PARENT_FOLDER = /(?:^|[\\/])\.\.(?:[\\/]|$)/

/** Whether a web link leads to a network share, to the disk or to a script. */
export const isUnsafeAddress = (address: string): boolean =>
  NETWORK_OR_SCRIPT.test(address.trim()) || /^[\\/]{2}|^\\/.test(address.trim())

/** Whether a file name leads anywhere but to a file beside the PDF or below its folder. */
export const isUnsafeFile = (name: string): boolean =>
  isUnsafeAddress(name) || ROOT_OR_DRIVE.test(name.trim()) || PARENT_FOLDER.test(name)

/** Whether a name is an address: a viewer loads a medium from there. */
export const isAddress = (name: string): boolean => SCHEME.test(name.trim())
