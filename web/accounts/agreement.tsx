import { Link } from 'react-router'
import { AUTH } from '#web/messages/accounts.ts'
import { SIGNS } from '#web/messages/signs.ts'

/** What somebody who creates an account agrees to. */
export const Agreement = () => (
  <>
    {AUTH.age + SIGNS.space + AUTH.rules.before + SIGNS.space}
    <Link to="/terms">{AUTH.rules.terms}</Link>
    {SIGNS.space + AUTH.rules.between + SIGNS.space}
    <Link to="/privacy">{AUTH.rules.privacy}</Link>
    {SIGNS.space + AUTH.rules.after}
  </>
)
