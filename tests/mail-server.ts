import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import PostalMime from 'postal-mime'
import { privateFolder } from './browser.ts'
import { freePort } from './free-port.ts'
import { unpackPackages } from './unpack-packages.ts'

const run = promisify(execFile)
const PACKAGES = ['exim4-daemon-light', 'libnss-wrapper']
const OWN = /^Package: (?:exim4-daemon-light|libnss-wrapper)$/m
const NOBODY = 65_534
const START_MS = 10_000
const MAIL_MS = 60_000

export const USER = 'library@example.org'
/** With what an address writes in another way. */
export const PASSWORD = 'p@ss:w/rd+1 of the post'
/** How long the port `late` waits before it greets: more than a mail server that looks for impatient clients does. */
const LATE_SECONDS = 7
const SILENT_SECONDS = 60

/** Why a test is skipped. */
export const MISSING = 'a mail server cannot be had'

/** Where Debian's Exim is unpacked, once. Undefined, with a warning, where it cannot be had. */
export const unpackMailServer = async (): Promise<string | undefined> => {
  try {
    const home = join(await privateFolder(), `mail-server-${PACKAGES.length}`)
    // 2 MB over the network, 5 MB on the disk.
    await unpackPackages(home, { names: PACKAGES, own: OWN })
    return home
  } catch (error) {
    console.warn(`
############################################################################
##  SKIPPED: A MAIL SERVER CANNOT BE HAD.
##  Exim is unpacked from Debian's packages, with apt-get and a network.
##  ${(error as Error).message.trim().split('\n').at(-1)}
############################################################################`)
    return undefined
  }
}

/**
 * Exim as an ordinary process, which takes mails only by TLS and from who has logged in, and puts all of them into one
 * mailbox. It refuses mails to `nobody-here@…`. Its certificate for `localhost` is signed by the authority in `ca`.
 */
export const startMailServer = async (home: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-mail-'))
  const of = (...parts: string[]) => join(folder, ...parts)
  // As an ordinary user also where the tests run as root, for whom the folder of the packages is closed.
  const uid = process.getuid?.() || NOBODY
  const gid = process.getgid?.() || NOBODY
  const first = await freePort(4)
  const ports = { start: first, tls: first + 1, late: first + 2, silent: first + 3 }
  const libraries = join(home, 'usr/lib')
  for (const name of ['program', 'mail', 'mail/new', 'mail/cur', 'mail/tmp', 'spool', 'log']) await mkdir(of(name))
  await copyFile(join(home, 'usr/sbin/exim4'), of('program/exim4'))
  for (const file of await readdir(libraries, { recursive: true }))
    if (/\/lib[^/]+\.so[^/]*$/.test(file))
      await copyFile(join(libraries, file), of('program', file.split('/').at(-1) ?? ''))
  await writeCertificates(folder)
  // Exim asks for a user that its package makes.
  await writeFile(of('passwd'), `Debian-exim:x:${uid}:${gid}::/:/bin/false\n`)
  await writeFile(of('group'), `Debian-exim:x:${gid}:\n`)
  await writeFile(of('exim.conf'), configurationOf(folder, ports))
  await chmod(folder, 0o755)
  if (process.getuid?.() === 0)
    for (const file of ['.', ...(await readdir(folder, { recursive: true }))]) await chown(of(file), uid, gid)

  const child = spawn(of('program/exim4'), ['-C', of('exim.conf'), '-bdf'], {
    cwd: folder,
    ...(process.getuid?.() === 0 && { uid, gid }),
    env: {
      LD_LIBRARY_PATH: of('program'),
      LD_PRELOAD: of('program/libnss_wrapper.so'),
      NSS_WRAPPER_PASSWD: of('passwd'),
      NSS_WRAPPER_GROUP: of('group'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const ended = once(child, 'close')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.race([untilOpen(ports.start), ended.then(() => Promise.reject(new Error(`Exim ended: ${said}`)))])
  } catch (error) {
    await close()
    throw error
  }
  const addressOf = (scheme: 'smtp' | 'smtps', port: keyof typeof ports, password = PASSWORD) =>
    `${scheme}://${encodeURIComponent(USER)}:${encodeURIComponent(password)}@localhost:${ports[port]}`
  return {
    ca: of('ca.pem'),
    addressOf,
    /** Of who has not logged in. */
    openAddress: `smtp://localhost:${ports.start}`,
    close,
    /** The mails to an address, in the order of their coming, once there are `count` of them. */
    mailsTo: async (address: string, count = 1) => {
      const watcher = watch(of('mail/new'))
      const signal = AbortSignal.timeout(MAIL_MS)
      try {
        for (;;) {
          const changed = once(watcher, 'change', { signal }).catch(() => undefined)
          const got = (await readMails(of('mail/new'))).filter(({ to }) => to === address)
          if (got.length >= count) return got
          if (signal.aborted) throw new Error(`no mail to ${address}: ${await readFile(of('log/main'), 'utf8')}`)
          await changed
        }
      } finally {
        watcher.close()
      }
    },
  }
}

/** The names in the folder of a mailbox begin with the time of delivery. */
const readMails = async (folder: string) => {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const mail = await PostalMime.parse(await readFile(join(folder, name)))
      const headers = new Map(mail.headers.map(({ key, value }) => [key, value]))
      return {
        to: headers.get('envelope-to') ?? '',
        headers,
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        link: /^https?:\/\/\S+$/m.exec(mail.text ?? '')?.[0] ?? '',
      }
    }),
  )
}

const untilOpen = async (port: number) => {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((again) => setTimeout(again, 50))
  }
  throw new Error('Exim does not listen')
}

const writeCertificates = async (folder: string) => {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
  await openssl('req', '-x509', ...key('ca'), '-days', '2', '-subj', '/CN=An authority of a school', '-out', 'ca.pem')
  await openssl('req', ...key('server'), '-subj', '/CN=localhost', '-out', 'server.csr')
  await writeFile(join(folder, 'names'), 'subjectAltName=DNS:localhost\n')
  const signed = ['-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
  await openssl('x509', ...signed, '-extfile', 'names', '-out', 'server.pem')
}

const configurationOf = (folder: string, ports: Record<'start' | 'tls' | 'late' | 'silent', number>) => {
  // In its language a colon and a dollar sign stand for more.
  const password = PASSWORD.replaceAll('$', '\\$')
  return `
exim_path = ${folder}/program/exim4
exim_user = Debian-exim
exim_group = Debian-exim
keep_environment = LD_LIBRARY_PATH : LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
deliver_drop_privilege
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/pid
primary_hostname = mail.example.org
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${Object.values(ports).join(' : ')}
tls_on_connect_ports = ${ports.tls}
tls_advertise_hosts = *
tls_certificate = ${folder}/server.pem
tls_privatekey = ${folder}/server.key
auth_advertise_hosts = *
rfc1413_hosts =
host_lookup =
acl_smtp_connect = connect
acl_smtp_mail = mail
acl_smtp_rcpt = recipient

begin acl
connect:
  accept condition = \${if eq{$received_port}{${ports.late}}}
         delay = ${LATE_SECONDS}s
  accept condition = \${if eq{$received_port}{${ports.silent}}}
         delay = ${SILENT_SECONDS}s
  accept
mail:
  deny condition = \${if eq{$tls_in_cipher}{}}
       message = 5.7.0 Must issue a STARTTLS command first
  accept
recipient:
  deny !authenticated = *
       message = 5.7.1 <$local_part@$domain>: Relay access denied
  deny local_parts = nobody-here
       message = 5.1.1 <$local_part@$domain>: no such mailbox
  accept

begin routers
all:
  driver = accept
  transport = mailbox

begin transports
mailbox:
  driver = appendfile
  maildir_format
  directory = ${folder}/mail
  envelope_to_add

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${USER}}}{eq{$auth3}{${password}}}}}
  server_set_id = $auth2
  server_advertise_condition = \${if !eq{$tls_in_cipher}{}}
`
}
