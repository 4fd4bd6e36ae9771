import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forgotPassword, login, register, resetPassword, verifyEmail } from '#contract/accounts.ts'
import { type Api, createApi } from '#contract/api/client.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'
import { tokenIn } from '#server/testing/test-site.ts'
import { MISSING, PASSWORD, startMailServer, unpackMailServer, USER } from './mail-server.ts'
import { type SpawnedServer, spawnServer } from './run-server.ts'

const COMMAND_LINE = join(import.meta.dirname, '../server/commands/command-line.ts')
const SENDER = 'The Lamp <library@example.org>'
const OWN_PASSWORD = 'a lamp beside the door'
/** Of tests that start a server and wait for its jobs. */
const SERVER_MS = 120_000

const home = await unpackMailServer()

describe.skipIf(!home)(
  `a real mail server with TLS and a log-in (skipped if ${MISSING})`,
  { timeout: SERVER_MS },
  () => {
    let post: Awaited<ReturnType<typeof startMailServer>>
    let database: Awaited<ReturnType<typeof createTestDatabase>>
    let dataDir: string
    beforeAll(async () => {
      ;[post, database, dataDir] = await Promise.all([
        startMailServer(home ?? ''),
        createTestDatabase(),
        mkdtemp(join(tmpdir(), 'quillhouse-mailing-')),
      ])
    })
    afterAll(async () => {
      await post.close()
      await database.drop()
      await rm(dataDir, { recursive: true })
    })

    const environment = (smtpUrl: string, { trusts = true, sender = SENDER } = {}) => {
      const { host, user, password, database: name } = database.config
      return {
        DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${name}?host=${host}`,
        DATA_DIR: dataDir,
        SMTP_URL: smtpUrl,
        MAIL_FROM: sender,
        ...(trusts && { NODE_EXTRA_CA_CERTS: post.ca }),
      }
    }

    const aServer = async (smtpUrl: string, trusts = true) => {
      const server = spawnServer({ ...environment(smtpUrl, { trusts }), RATE_LIMITS: 'off', PORT: '0' })
      onTestFinished(async () => {
        await server.stop()
      })
      const address = await server.opened()
      return { server, api: createApi((path, init) => fetch(address + path, init)) }
    }

    /** What is kept in no log, in whatever form it is sent. */
    const expectNoSecret = (text: string) => {
      const forms = [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString('base64')]
      const sent = Buffer.from(`\0${USER}\0${PASSWORD}`).toString('base64')
      for (const secret of [...forms, sent, OWN_PASSWORD]) expect(text).not.toContain(secret)
    }

    const signUp = (api: Api, username: string, email: string) =>
      api(register, { body: { username, email, password: OWN_PASSWORD } })

    /** The last lines of a log in which a mail failed. */
    const failureIn = async (server: SpawnedServer) => {
      const failed = () =>
        server
          .stdout()
          .split('\n')
          .find((line) => line.includes('"job failed"'))
      await expect.poll(failed, { timeout: 60_000 }).toBeDefined()
      return JSON.parse(failed() ?? '{}') as Record<string, unknown>
    }

    test.each([
      ['smtp', 'start'],
      ['smtps', 'tls'],
    ] as const)(
      'takes the mails of a sign-up and of a new password by %s, and their links work',
      async (scheme, port) => {
        const { server, api } = await aServer(post.addressOf(scheme, port))
        const email = `ottoline-${scheme}@example.org`
        await signUp(api, `Ottoline ${scheme}`, email)
        const [verification] = await post.mailsTo(email)
        expect(verification?.headers.get('received')).toMatch(/with esmtpsa\s+\(TLS1\.3\)/)
        expect(verification?.headers.get('from')).toContain('library@example.org')
        expect(verification?.headers.get('auto-submitted')).toBe('auto-generated')
        expect(verification?.html).toContain(verification?.link)
        await api(verifyEmail, { body: { token: tokenIn(verification?.link ?? '') } })

        await api(forgotPassword, { body: { email } })
        // The mailbox does not tell in which order they came.
        const reset = (await post.mailsTo(email, 2)).find(({ link }) => link !== verification?.link)
        const newPassword = 'another lamp beside the door'
        await api(resetPassword, { body: { token: tokenIn(reset?.link ?? ''), newPassword } })
        expect(await api(login, { body: { email, password: newPassword } })).toHaveProperty('token')
        await server.stop()
        expectNoSecret(server.stdout() + server.stderr())
        expect(server.stdout()).not.toContain('job failed')
      },
    )

    test('refuses a recipient for good, which the log says without naming anybody', async () => {
      const { server, api } = await aServer(post.addressOf('smtp', 'start'))
      await signUp(api, 'Nobody Here', 'nobody-here@example.org')
      expect(await failureIn(server)).toMatchObject({ code: 'EENVELOPE', responseCode: 550, isFinal: true })
      expect(server.stdout()).not.toContain('nobody-here')
    })

    test('gets no mail from who has a wrong password, or does not trust it; the mail is kept for a later try', async () => {
      const email = 'patience@example.org'
      const wrong = await aServer(post.addressOf('smtp', 'start', 'a wrong word'))
      await signUp(wrong.api, 'Patience Fenn', email)
      expect(await failureIn(wrong.server)).toMatchObject({ code: 'EAUTH', responseCode: 535, isFinal: false })
      await wrong.server.stop()
      expect(wrong.server.stdout()).not.toContain('a wrong word')

      const untrusting = await aServer(post.addressOf('smtp', 'start'), false)
      await signUp(untrusting.api, 'Prudence Fenn', 'prudence@example.org')
      expect(await failureIn(untrusting.server)).toMatchObject({ isFinal: false })
      await untrusting.server.stop()
      expectNoSecret(untrusting.server.stdout() + untrusting.server.stderr())
    })

    /** The line of `doctor` about mail. */
    const diagnose = async (smtpUrl: string, options: Parameters<typeof environment>[1] = {}) => {
      const env = environment(smtpUrl, options)
      const said = await new Promise<string>((resolve) => {
        execFile(process.execPath, [COMMAND_LINE, 'doctor'], { cwd: tmpdir(), env }, (_error, stdout, stderr) =>
          resolve(stdout + stderr),
        )
      })
      expectNoSecret(said)
      return /^.* {2}mail .*$/m.exec(said)?.[0] ?? said
    }

    test.each<[string, () => Promise<string>, RegExp]>([
      ['it answers, by STARTTLS', () => diagnose(post.addressOf('smtp', 'start')), /^ok .*takes mails/],
      ['it answers, by TLS', () => diagnose(post.addressOf('smtps', 'tls')), /^ok .*takes mails/],
      ['it greets late', () => diagnose(post.addressOf('smtp', 'late')), /^ok .*takes mails/],
      ['it does not greet', () => diagnose(post.addressOf('smtp', 'silent')), /^BAD .*sends no greeting/],
      ['the password is wrong', () => diagnose(post.addressOf('smtp', 'start', 'no')), /^BAD .*535 Incorrect/],
      ['nobody has logged in', () => diagnose(post.openAddress), /^BAD .*needs a user and a password/],
      [
        'it does not know the recipient',
        () => diagnose(post.addressOf('smtp', 'start'), { sender: 'nobody-here@example.org' }),
        /^BAD .*no such mailbox/,
      ],
      [
        'its certificate is not trusted',
        () => diagnose(post.addressOf('smtp', 'start'), { trusts: false }),
        /^BAD .*NODE_EXTRA_CA_CERTS/,
      ],
      ['TLS is expected too early', () => diagnose(post.addressOf('smtps', 'start')), /^BAD .*begins with smtp:/],
      ['TLS is expected too late', () => diagnose(post.addressOf('smtp', 'tls')), /^BAD .*begins with smtps:/],
    ])('doctor says so: %s', async (_, say, said) => {
      expect(await say()).toMatch(said)
    })
  },
)
