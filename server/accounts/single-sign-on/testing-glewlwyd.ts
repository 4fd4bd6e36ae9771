import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { exportJWK, generateKeyPair } from 'jose'
import { freePort } from '#tests/free-port.ts'
import {
  callbacksOf,
  clientOf,
  HOST,
  type RealProvider,
  SECRET,
  startProgram,
  unpackProvider,
} from './testing-real-providers.ts'

const SCOPES = 'openid email profile'
const PASSWORD = 'a lamp beside the school'

/** One provider for each, so that what it signs with is known. */
export const GLEWLWYD_ALGORITHMS = ['RS256', 'ES256', 'EdDSA']

/** 15 MB over the network, 90 MB on the disk. */
export const unpackGlewlwyd = () =>
  unpackProvider('Glewlwyd', 'glewlwyd-1', {
    names: ['glewlwyd'],
    own: /^Package: (?:glewlwyd|glewlwyd-common)$/m,
  })

/** Glewlwyd, an independent provider written in C, with a provider and a client for each algorithm. */
export const startGlewlwyd = async (home: string, siteUrl: string): Promise<RealProvider> => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-glewlwyd-'))
  const port = await freePort()
  const origin = `http://${HOST}:${port}`
  const settings = gunzipSync(await readFile(join(home, 'usr/share/doc/glewlwyd/glewlwyd.conf.sample.gz'))).toString()
  const set = (text: string, name: string, value: string) =>
    text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`)
  const placed = settings
    .replaceAll('"/usr/', `"${home}/usr/`)
    .replace('/var/cache/glewlwyd/glewlwyd.db', `${folder}/db`)
  const own = {
    external_url: `"${origin}"`,
    cookie_domain: `"${HOST}"`,
    cookie_secure: '0',
    use_secure_connection: 'false',
  }
  const configured = Object.entries(own).reduce((text, [name, value]) => set(text, name, value), placed)
  await writeFile(join(folder, 'conf'), set(configured, 'port', `${port}\nbind_address="${HOST}"`))
  const tables = await readFile(join(home, 'usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'))
  createDatabase(join(folder, 'db'), gunzipSync(tables).toString())

  const end = await startProgram(home, {
    command: join(home, 'usr/bin/glewlwyd'),
    args: ['-c', join(folder, 'conf')],
    env: {},
    started: 'Glewlwyd started',
  })
  const close = async () => {
    await end()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilListening(port)
    const administrate = await logInAsAdministrator(origin)
    for (const name of ['email', 'profile'])
      await administrate('scope/', { name, display_name: name, password_required: false, scheme: {} })
    for (const algorithm of GLEWLWYD_ALGORITHMS) await addProvider(administrate, { origin, siteUrl, algorithm })
    return {
      issuerOf: (algorithm) => `${origin}/api/${algorithm.toLowerCase()}`,
      addPerson: ({ username, email, isVerified }) =>
        administrate('user/', {
          username,
          name: username,
          password: PASSWORD,
          enabled: true,
          scope: SCOPES.split(' '),
          ...(email !== undefined && { email }),
          ...(isVerified !== undefined && { is_verified: isVerified ? 'yes' : 'no' }),
        }),
      logIn: async (browser, address, { username }) => {
        const first = new URL((await browser.visit(address)).headers.get('location') ?? '', origin)
        const back = first.searchParams.get('callback_url') ?? ''
        const sent = await browser.visit(`${origin}/api/auth/`, { json: { username, password: PASSWORD } })
        if (!sent.ok) throw new Error(`Glewlwyd refuses the password: ${sent.status}`)
        const client = first.searchParams.get('client_id') ?? ''
        await browser.visit(`${origin}/api/auth/grant/${client}`, { method: 'PUT', json: { scope: SCOPES } })
        return browser.visit(`${back}&g_continue`)
      },
      logOut: (browser, address) => browser.visit(address),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** It says that it has started before it listens. */
const untilListening = async (port: number): Promise<void> => {
  const socket = connect(port, HOST)
  const isListening = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  if (isListening) return
  await pause(50)
  await untilListening(port)
}

/** With properties of clients and people that its administrators may add. */
const createDatabase = (path: string, tables: string) => {
  const database = new DatabaseSync(path)
  database.exec(tables)
  const add = (table: string, column: string, name: string, isMultiple: boolean) =>
    database.exec(
      `update ${table} set ${column} = json_set(${column}, '$."data-format".${name}', ` +
        `json('{"multiple":${isMultiple},"read":true,"write":true}'))`,
    )
  add('g_client_module_instance', 'gcmi_parameters', 'post_logout_redirect_uris', true)
  add('g_user_module_instance', 'gumi_parameters', 'is_verified', false)
  database.close()
}

type Administrate = (path: string, body: object) => Promise<void>

const logInAsAdministrator = async (origin: string): Promise<Administrate> => {
  let cookie = ''
  const administrate: Administrate = async (path, body) => {
    const response = await fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`Glewlwyd refuses ${path}: ${await response.text()}`)
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
  }
  // As its package makes it.
  await administrate('auth/', { username: 'admin', password: 'password' })
  return administrate
}

const addProvider = async (
  administrate: Administrate,
  { origin, siteUrl, algorithm }: { origin: string; siteUrl: string; algorithm: string },
) => {
  const name = algorithm.toLowerCase()
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: algorithm, kid: name }
  const isOn = (names: string[], on: boolean) =>
    Object.fromEntries(names.map((each) => [`auth-type-${each}-enabled`, on]))
  const verified = { name: 'email_verified', 'user-property': 'is_verified', type: 'boolean' }
  await administrate('mod/plugin/', {
    module: 'oidc',
    name,
    display_name: name,
    enabled: true,
    parameters: {
      iss: `${origin}/api/${name}`,
      'jwks-private': JSON.stringify({ keys: [key] }),
      'default-kid': name,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      'access-token-duration': 3600,
      'refresh-token-duration': 3600,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'allow-non-oidc': false,
      'subject-type': 'public',
      ...isOn(['code'], true),
      ...isOn(['token', 'id-token', 'none', 'password', 'client', 'refresh'], false),
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'pkce-required': true,
      'session-management-allowed': true,
      'session-cookie-name': `${name}-session`,
      'session-cookie-expiration': 3600,
      'client-post_logout_redirect_uris-parameter': 'post_logout_redirect_uris',
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      'scope-claim': 'no',
      'address-claim': { type: 'no' },
      claims: [{ ...verified, 'boolean-value-true': 'yes', 'boolean-value-false': 'no', mandatory: true, scope: [] }],
    },
  })
  await administrate('client/', {
    client_id: clientOf(algorithm),
    name: 'The library',
    client_secret: SECRET,
    confidential: true,
    enabled: true,
    redirect_uri: callbacksOf(siteUrl, algorithm),
    post_logout_redirect_uris: [`${siteUrl}/auth?logged-out`],
    token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
    authorization_type: ['code'],
    scope: SCOPES.split(' '),
  })
}
