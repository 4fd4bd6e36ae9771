import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ApiToken } from '#contract/api-tokens.ts'
import { listTokens, revokeToken } from '#contract/calls/api-tokens.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { TOKENS } from '#web/messages/devices.ts'
import { Button } from '#web/ui/button.tsx'
import { formatTime } from '#web/ui/format-time.ts'
import css from './profile.module.css'
import { Setting } from './setting.tsx'
import { SIGNS } from '#web/messages/signs.ts'

/** The tokens of the account for reading apps and programs, which are revoked here, and made where the apps are explained. */
export const Tokens = () => (
  <Setting
    title={TOKENS.title}
    text={
      <>
        {TOKENS.text} <Link to="/devices">{TOKENS.devices}</Link>
      </>
    }
  >
    <Loaded query={useQuery(query(listTokens))} call={{ failureMessage: TOKENS.failed }} loading={TOKENS.loading}>
      {(tokens) => <TokenList tokens={tokens} />}
    </Loaded>
  </Setting>
)

const TokenList = ({ tokens }: { tokens: ApiToken[] }) => {
  const revoke = useAction({
    call: { failureMessage: TOKENS.revokeFailed },
    send: (id: string) => api(revokeToken, { params: { id } }),
    done: TOKENS.revoked,
    outdated: [listTokens],
  })
  if (tokens.length === 0) return <p className="muted">{TOKENS.none}</p>
  return (
    <ul className={css.sessions}>
      {tokens.map((token) => (
        <li key={token._id}>
          <p>
            <b dir="auto">{token.name}</b>
            <span className="muted">{factsOf(token)}</span>
          </p>
          <Button
            kind="quiet"
            busy={revoke.isPending && revoke.variables === token._id}
            aria-label={TOKENS.revokeOf(token.name)}
            onClick={() => revoke.mutate(token._id)}
          >
            {TOKENS.revoke}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const factsOf = ({ scopes, createdAt, usedAt, network }: ApiToken): string =>
  [
    scopes.map((scope) => TOKENS.scopeNames[scope]).join(SIGNS.comma),
    usedAt ? TOKENS.used(formatTime(usedAt), network) : TOKENS.unused(formatTime(createdAt)),
  ].join(SIGNS.semicolon)
