import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import rules from '#scripts/lint-rules.ts'

RuleTester.describe = describe
RuleTester.it = it

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } })
// oxlint gives more to a rule than this one says that it needs.
const rule = rules.rules['texts-in-messages'] as unknown as Parameters<typeof tester.run>[1]
const read = (code: string, count = 1) => ({ code, errors: count })

tester.run('texts that people read stand in web/messages', rule, {
  valid: [
    '<p>{TEXTS.title}: 12 · PDF</p>',
    '<p className="two words" lang="de" id={`part ${n}`}>{kind === "a b" ? <i /> : null}</p>',
    '<Setting heading="h3" text={`${origin}/opds`} />',
    'const fit = { text: "t", kind: "Two words" }',
    'throw new Error("This can not be")',
  ],
  invalid: [
    read('<p>Aa</p>'),
    read('<><b>{n}</b> books</>'),
    read('<p>{isOpen ? "Close" : "Open the door"}</p>', 2),
    read('<p>{n > 1 && `${n} books`}</p>'),
    read('<button aria-label="Close" />'),
    read('<img alt={name || "A cover"} />'),
    read('<Field label={"Name: " + name} />'),
    read('const field = { label: "Your name" }'),
  ],
})
