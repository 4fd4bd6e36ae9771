import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import rules from '#scripts/lint-rules.ts'

RuleTester.describe = describe
RuleTester.it = it

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } })
// oxlint gives more to a rule than this one says that it needs.
const ruleOf = (name: keyof typeof rules.rules) => rules.rules[name] as unknown as Parameters<typeof tester.run>[1]
const refused = (code: string, count = 1) => ({ code, errors: count })

tester.run('texts that people read stand in web/messages', ruleOf('texts-in-messages'), {
  valid: [
    '<p>{TEXTS.title}: 12 · PDF</p>',
    '<p className="two words" lang="de" id={`part ${n}`}>{kind === "a b" ? <i /> : null}</p>',
    '<Setting heading="h3" text={`${origin}/opds`} />',
    'const fit = { text: "t", kind: "Two words" }',
    'throw new Error("This can not be")',
  ],
  invalid: [
    refused('<p>Aa</p>'),
    refused('<><b>{n}</b> books</>'),
    refused('<p>{isOpen ? "Close" : "Open the door"}</p>', 2),
    refused('<p>{n > 1 && `${n} books`}</p>'),
    refused('<button aria-label="Close" />'),
    refused('<img alt={name || "A cover"} />'),
    refused('<Field label={"Name: " + name} />'),
    refused('const field = { label: "Your name" }'),
  ],
})

tester.run('a literal stands plainly where it would be spread', ruleOf('no-spread-of-literals'), {
  valid: [
    '<Field label={label} {...rest} {...(isFirst && { tabIndex: -1 })} />',
    'const all = [...some, ...["a", "b"].map(nameOf), ...(isLong ? ["c"] : [])]',
    'const book = { ...draft, ...(title && { title }) }',
  ],
  invalid: [
    refused('<Field {...{ label, name }} />'),
    refused('const kinds = [...(["a", "b"] as const), ...["c"]] as const', 2),
    refused('const book = { ...draft, ...({ title } satisfies Words) }'),
    refused('send(call, ...([input] as Input[]))'),
  ],
})
