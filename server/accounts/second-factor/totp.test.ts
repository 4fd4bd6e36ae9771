import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount, exportAccount } from '#contract/account-settings.ts'
import { forgotPassword, getUserDetails, login, resetPassword } from '#contract/accounts.ts'
import {
  beginTotp,
  confirmTotp,
  getSecondFactors,
  logInWithFactor,
  removeTotp,
  replaceRecoveryCodes,
} from '#contract/second-factors.ts'
import { inProcessFetch } from '#server/platform/http/request/in-process-fetch.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { codeOf, firstStep, toPeriodStart, withApp } from './testing-factors.ts'

const MINUTE = 60_000

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { RATE_LIMITS: 'on' } })
  await site.startJobs()
})
beforeEach(() => toPeriodStart(site))
afterAll(() => site.close())

/** A second process of the site, with the same clock. */
const anotherProcess = async () => {
  const other = await openTestSite({ sharing: site, env: { RATE_LIMITS: 'on' } })
  other.skip(site.services.now().getTime() - other.services.now().getTime())
  return other
}

const give = (challenge: string, code: string) => site.api()(logInWithFactor, { body: { challenge, code } })

test('an account without a second factor logs in with the password alone', async () => {
  const reader = await site.aReader()
  const session = await site.api()(login, { body: { email: reader.email, password: PASSWORD } })
  expect(Object.keys(session)).toEqual(['token', 'user'])
})

test('with an app the password is answered with a challenge, and its code with the session', async () => {
  const reader = await site.aReader()
  const { secret } = await withApp(site, reader)
  const answer = await inProcessFetch(site.app)('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: reader.email, password: PASSWORD }),
  })
  expect(answer.status).toBe(403)
  const body = (await answer.json()) as { secondFactor: { challenge: string } }
  expect(body).toMatchObject({
    type: 'second_factor_needed',
    needsSecondFactor: true,
    secondFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/), factors: ['totp'] },
  })
  const { token } = await give(body.secondFactor.challenge, codeOf(site, secret))
  expect((await site.api({ token })(getUserDetails)).user._id).toBe(reader._id)
})

test('a wrong password says nothing of a second factor', async () => {
  const reader = await site.aReader()
  await withApp(site, reader)
  const problem = await problemFrom(site.api()(login, { body: { email: reader.email, password: 'something-else' } }))
  expect(problem).toMatchObject({ type: 'bad_credentials' })
  expect(problem.secondFactor).toBeUndefined()
})

test('a challenge works once and for five minutes', async () => {
  const reader = await site.aReader()
  const { secret, recoveryCodes } = await withApp(site, reader)
  const { challenge } = await firstStep(site, reader)
  await give(challenge, codeOf(site, secret))
  expect(await problemFrom(give(challenge, recoveryCodes[0] ?? ''))).toMatchObject({ type: 'validation' })
  const late = await firstStep(site, reader)
  site.skip(5 * MINUTE + 1000)
  expect(await problemFrom(give(late.challenge, codeOf(site, secret)))).toMatchObject({ type: 'validation' })
  site.skip(-5 * MINUTE - 1000)
})

test('a wrong code leaves the challenge valid', async () => {
  const reader = await site.aReader()
  const { secret } = await withApp(site, reader)
  const { challenge } = await firstStep(site, reader)
  expect(await problemFrom(give(challenge, codeOf(site, secret, 5)))).toMatchObject({
    type: 'wrong_factor',
    errors: { code: 'This code is wrong, or was used before.' },
  })
  await give(challenge, codeOf(site, secret))
})

test('the codes of one period before and after are accepted, those of two are not', async () => {
  for (const [periods, isAccepted] of [
    [-2, false],
    [2, false],
    [1, true],
  ] as const) {
    const reader = await site.aReader()
    const { secret } = await withApp(site, reader)
    const { challenge } = await firstStep(site, reader)
    const answer = await give(challenge, codeOf(site, secret, periods)).then(
      () => true,
      () => false,
    )
    expect([periods, answer]).toEqual([periods, isAccepted])
  }
  // The setting up has used the code of the period before.
  const reader = await site.aReader()
  const { secret } = await withApp(site, reader)
  site.skip(30_000)
  await give((await firstStep(site, reader)).challenge, codeOf(site, secret, 0))
  site.skip(-30_000)
})

test('a code is accepted once, and no earlier one after it', async () => {
  const reader = await site.aReader()
  const { secret } = await withApp(site, reader)
  const { challenge } = await firstStep(site, reader)
  await give(challenge, codeOf(site, secret, 1))
  for (const periods of [1, 0, -1]) {
    const again = await firstStep(site, reader)
    expect(await problemFrom(give(again.challenge, codeOf(site, secret, periods)))).toMatchObject({
      type: 'wrong_factor',
    })
  }
})

test('of ten simultaneous tries with one code, in two processes, one is accepted', async () => {
  const other = await anotherProcess()
  const reader = await site.aReader()
  const { secret } = await withApp(site, reader)
  const challenges = await Promise.all(Array.from({ length: 10 }, () => firstStep(site, reader)))
  const code = codeOf(site, secret)
  const answers = await Promise.all(
    challenges.map(({ challenge }, i) =>
      (i % 2 ? site : other)
        .api()(logInWithFactor, { body: { challenge, code } })
        .then(
          () => 'in',
          () => 'out',
        ),
    ),
  )
  await other.close()
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(1)
})

test('after ten wrong codes in two processes no code is accepted for a quarter of an hour', async () => {
  const other = await anotherProcess()
  const reader = await site.aReader()
  const { secret } = await withApp(site, reader)
  const { challenge } = await firstStep(site, reader)
  for (let i = 0; i < 10; i++)
    await problemFrom(
      (i % 2 ? site : other).api()(logInWithFactor, { body: { challenge, code: 'aaaa-aaaa-aaaa-aaaa' } }),
    )
  expect(
    await problemFrom(other.api()(logInWithFactor, { body: { challenge, code: codeOf(site, secret) } })),
  ).toMatchObject({ type: 'rate_limited' })
  await other.close()
  site.skip(15 * MINUTE + 1000)
  await give((await firstStep(site, reader)).challenge, codeOf(site, secret))
  site.skip(-15 * MINUTE - 1000)
})

test('each of ten recovery codes works once, with and without hyphens and in capitals', async () => {
  const reader = await site.aReader()
  const { recoveryCodes } = await withApp(site, reader)
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = recoveryCodes
  expect(first).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  const { token } = await give((await firstStep(site, reader)).challenge, first)
  await give((await firstStep(site, reader)).challenge, second.replaceAll('-', '').toUpperCase())
  expect(await problemFrom(give((await firstStep(site, reader)).challenge, first))).toMatchObject({
    type: 'wrong_factor',
  })
  expect(await site.api({ token })(getSecondFactors)).toMatchObject({ totp: true, recoveryCodesLeft: 8, isShown: true })
})

test('of simultaneous tries with one recovery code one is accepted', async () => {
  const reader = await site.aReader()
  const { recoveryCodes } = await withApp(site, reader)
  const challenges = await Promise.all(Array.from({ length: 4 }, () => firstStep(site, reader)))
  const answers = await Promise.allSettled(challenges.map(({ challenge }) => give(challenge, recoveryCodes[0] ?? '')))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('new recovery codes end the former ones', async () => {
  const reader = await site.aReader()
  const { recoveryCodes: before } = await withApp(site, reader)
  const { recoveryCodes: after } = await site.api(reader)(replaceRecoveryCodes)
  expect(after).toHaveLength(10)
  const { challenge } = await firstStep(site, reader)
  await problemFrom(give(challenge, before[0] ?? ''))
  await give(challenge, after[0] ?? '')
})

test("another person's code and recovery code are wrong", async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  await withApp(site, reader)
  const theirs = await withApp(site, other)
  const { challenge } = await firstStep(site, reader)
  await problemFrom(give(challenge, codeOf(site, theirs.secret)))
  await problemFrom(give(challenge, theirs.recoveryCodes[0] ?? ''))
})

test('an app that waits for its first code is no second factor, and a new one replaces it', async () => {
  const reader = await site.aReader()
  const api = site.api(reader)
  const first = await api(beginTotp)
  await site.api()(login, { body: { email: reader.email, password: PASSWORD } })
  const second = await api(beginTotp)
  expect(second.secret).not.toBe(first.secret)
  expect(second.uri).toContain(`secret=${second.secret}`)
  expect(await problemFrom(api(confirmTotp, { body: { code: codeOf(site, first.secret) } }))).toMatchObject({
    type: 'wrong_factor',
  })
  await api(confirmTotp, { body: { code: codeOf(site, second.secret) } })
  expect(await problemFrom(api(beginTotp))).toMatchObject({ type: 'conflict' })
})

test('the first second factor ends all other sessions', async () => {
  const reader = await site.aReader()
  const { token } = await site.api()(login, { body: { email: reader.email, password: PASSWORD } })
  await withApp(site, reader)
  expect(await problemFrom(site.api({ token })(getUserDetails))).toMatchObject({ type: 'unauthenticated' })
  await site.api(reader)(getUserDetails)
})

test('without the app the password is enough again, and the recovery codes are gone', async () => {
  const reader = await site.aReader()
  await withApp(site, reader)
  await site.api(reader)(removeTotp)
  await site.api()(login, { body: { email: reader.email, password: PASSWORD } })
  expect(await site.api(reader)(getSecondFactors)).toMatchObject({ totp: false, recoveryCodesLeft: 0, isShown: false })
})

test('a password reset does not replace the second factor, and ends what waits for it', async () => {
  const reader = await site.aReader()
  const { secret } = await withApp(site, reader)
  const waiting = await firstStep(site, reader)
  await site.api()(forgotPassword, { body: { email: reader.email } })
  const { link } = await site.post.mailTo(reader.email)
  const token = new URL(link).searchParams.get('token') ?? ''
  await site.api()(resetPassword, { body: { token, newPassword: 'ink-and-blotting-paper' } })
  expect(await problemFrom(give(waiting.challenge, codeOf(site, secret)))).toMatchObject({ type: 'validation' })
  const { challenge } = await firstStep(site, reader, 'ink-and-blotting-paper')
  await give(challenge, codeOf(site, secret))
})

test('secrets and codes are neither in plain text in the database, nor in the log, nor in the export', async () => {
  const reader = await site.aReader()
  const { secret, recoveryCodes } = await withApp(site, reader)
  const { challenge } = await firstStep(site, reader)
  const code = codeOf(site, secret)
  await give(challenge, code)
  const raw = Buffer.from(base32Bytes(secret)).toString('hex')
  const { rows } = await sql<{ row: string }>`
    select encode(secret, 'hex') || ' ' || to_jsonb(f)::text as row from totp_factors f
    union all select to_jsonb(r)::text from recovery_codes r
    union all select to_jsonb(c)::text from factor_challenges c`.execute(site.services.db)
  const stored = rows.map(({ row }) => row).join('\n')
  const archive = await site.api(reader)(exportAccount)
  const exported = Buffer.from(await archive.arrayBuffer()).toString('latin1')
  expect(exported).toContain('second-factors.json')
  expect(exported).toContain('"recoveryCodesLeft": 10')
  const secrets = [secret, raw, challenge, ...recoveryCodes.flatMap((one) => [one, one.replaceAll('-', '')])]
  for (const text of [stored, exported, site.logged.join('')])
    for (const found of secrets) expect(text.includes(found)).toBe(false)
})

test('a deleted account takes its second factors with it', async () => {
  const reader = await site.aReader()
  await withApp(site, reader)
  await firstStep(site, reader)
  await site.api(reader)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
  const { rows } = await sql`
    select user_id from totp_factors where user_id = ${reader._id}
    union all select user_id from recovery_codes where user_id = ${reader._id}
    union all select user_id from factor_challenges where user_id = ${reader._id}`.execute(site.services.db)
  expect(rows).toEqual([])
})

const base32Bytes = (text: string) => {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}
