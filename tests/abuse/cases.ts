export interface TestName {
  file: string
  /** The title of the test or of its group, as it is in the file. */
  title: string
}

/** A change of the code that removes a defence. */
interface Change {
  file: string
  from: string
  to: string
}

export interface AbuseCase {
  abuse: string
  /** The first one fails without the defence. */
  tests: [TestName, ...TestName[]]
  without: Change
}

const test = (file: string, title: string): TestName => ({ file, title })
const change = (file: string, from: string, to: string): Change => ({ file, from, to })

/** Each way to abuse the site, the tests that show that it is prevented, and the line of code that prevents it. */
export const ABUSE_CASES: AbuseCase[] = [
  {
    abuse: 'scripts in texts of users',
    tests: [
      test('tests/abuse/stored-scripts.test.ts', 'a stored script is text on the page'),
      test('web/document/page-assets.test.ts', 'data that contains a closing script tag stays inside its element'),
      test('tests/site-pages.test.ts', 'HTML and scripts in a text are shown as text, and no link leads to a script'),
    ],
    without: change(
      'server/platform/http/response/headers.ts',
      "`script-src 'self' 'sha256-${hashes.script}' 'sha256-${hashes.agent}'`",
      "`script-src 'self' 'unsafe-inline'`",
    ),
  },
  {
    abuse: 'addresses in fields that the server fills',
    tests: [
      test('tests/abuse/uploads.test.ts', 'is not taken from a client'),
      test('server/publishing/publish-book.test.ts', 'can not be %s'),
    ],
    without: change(
      'contract/publishing.ts',
      'export const BookForm = z.strictObject({',
      'export const BookForm = z.object({',
    ),
  },
  {
    abuse: 'SVG or HTML as a cover',
    tests: [
      test('server/publishing/publish-book.test.ts', 'can not be %s'),
      test('server/cover-rendering/encode-cover.test.ts', 'a rotated image is turned upright and loses its metadata'),
    ],
    without: change(
      'server/platform/images/decode-image.ts',
      "if (!format) throw new ImageRejectedError('not_image')\n  return format",
      "return format ?? ('svg' as Format)",
    ),
  },
  {
    abuse: 'files that are a PDF and a web page or a script',
    tests: [
      test('server/books/files.test.ts', 'has its own content type, nosniff and its own content security policy'),
      test('tests/abuse/uploads.test.ts', 'a PDF that is a web page too is sent as a PDF'),
      test('server/publishing/publish-book.test.ts', 'is recognized by its content: %s is not a PDF'),
    ],
    without: change('server/platform/http/response/headers.ts', "  'x-content-type-options': 'nosniff',\n", ''),
  },
  {
    abuse: 'PDFs with active content',
    tests: [
      test('server/formats/pdf/inspect-pdf.test.ts', 'an active object without a cross-reference is found'),
      test(
        'server/formats/pdf/inspect-pdf.test.ts',
        'an active object in an object stream without a cross-reference is found',
      ),
      test('server/publishing/real-pdfs.test.ts', 'each real PDF gets what its manifest expects'),
    ],
    without: change(
      'server/formats/pdf/active-content/active-content.ts',
      'const scan = newScan(strings)\n',
      'const scan = newScan(strings)\n  if (scan) return\n',
    ),
  },
  {
    abuse: 'PDFs that inflate without end',
    tests: [
      test('server/formats/pdf/inspect-pdf.test.ts', 'too many objects, or too deeply nested ones, are too complex'),
      test('server/formats/pdf/inspect-pdf.test.ts', 'a decompression bomb ends at a limit'),
    ],
    without: change(
      'server/formats/pdf/active-content/content-scan.ts',
      'const MAX_OBJECTS = 200_000',
      'const MAX_OBJECTS = 200_000_000',
    ),
  },
  {
    abuse: 'pictures of very many pixels',
    tests: [
      test('server/publishing/publish-book.test.ts', 'that is damaged, empty or too large is rejected with the reason'),
      test('server/cover-rendering/encode-cover.test.ts', 'an image of 900 million pixels is rejected immediately'),
    ],
    without: change(
      'server/platform/images/decode-image.ts',
      'limitInputPixels: MAX_PIXELS[tooManyPixels]',
      'limitInputPixels: false',
    ),
  },
  {
    abuse: 'file names that leave their folder or their header',
    tests: [
      test('tests/abuse/uploads.test.ts', 'a file name does not choose where the file is'),
      test('server/books/files.test.ts', 'has its name on one line, in any script, shown inline or saved'),
    ],
    without: change('server/formats/book-file-name.ts', ".replace(/[^\\p{L}\\p{M}\\p{N}_.-]/gu, '')", ''),
  },
  {
    abuse: 'guessed, altered and old file links',
    tests: [
      test('server/books/files.test.ts', 'that is changed in any part is 403'),
      test('server/books/files.test.ts', 'works for six hours, with a tolerance of a minute for clock skew'),
      test('server/books/files.test.ts', 'stops working when its book is deleted'),
    ],
    without: change(
      'server/books/read-book.ts',
      'timingSafeEqual(given, expected)',
      'timingSafeEqual(expected, expected)',
    ),
  },
  {
    abuse: 'saving a file that is offered for reading alone',
    tests: [
      test(
        'server/publishing/downloads.test.ts',
        'is read by everyone else, who have no link to save it, and can make none of the one for reading',
      ),
    ],
    without: change(
      'server/books/files.ts',
      "        if (!maySave && !(isShown && isRead(request))) throw new Problem('readHereOnly')\n",
      '',
    ),
  },
  {
    abuse: 'many ranges in one request',
    tests: [
      test('server/books/files.test.ts', 'is sent whole for several ranges or a malformed range'),
      test('server/books/files.test.ts', 'answers a range beyond its end with 416 and its length'),
    ],
    without: change('server/platform/http/response/ranges.ts', '/^bytes=(\\d*)-(\\d*)$/', '/^bytes=(\\d*)-(\\d*)/'),
  },
  {
    abuse: 'making oneself an administrator',
    tests: [
      test('server/accounts/profile/profile.test.ts', 'nobody can make themselves an administrator'),
      test('server/admin/admin.test.ts', 'the last administrator can be neither demoted nor deleted'),
    ],
    without: change(
      'server/accounts/profile/profile.ts',
      "if (userType === 'admin') throw new Problem('adminType')",
      '',
    ),
  },
  {
    abuse: 'fields that a call does not have',
    tests: [
      test(
        'server/platform/http/http-server.test.ts',
        "test.each(['userType', 'isPremium', '_id', 'constructor', 'toString', 'hasOwnProperty'])",
      ),
      test('tests/bad-inputs.test.ts', 'an invalid input is rejected and changes nothing'),
      test('tests/architecture.test.ts', 'every body rejects unknown fields'),
    ],
    without: change('contract/ratings.ts', 'z.strictObject({', 'z.object({'),
  },
  {
    abuse: 'changing what belongs to others',
    tests: [
      test('tests/contract.test.ts', '%s'),
      test(
        'server/publishing/update-book.test.ts',
        'an edit of another author’s book or of an unknown book is rejected',
      ),
    ],
    without: change(
      'server/publishing/book-policy.ts',
      'mayChange: (book) => isAdmin || isOwn(book)',
      'mayChange: () => true',
    ),
  },
  {
    abuse: 'calls of administrators by others',
    tests: [
      test('tests/contract.test.ts', '%s'),
      test('server/platform/http/http-server.test.ts', 'a route that does not declare who may use it stops the start'),
    ],
    without: change(
      'server/platform/http/request/caller-access.ts',
      "admin: (caller) => caller.userType === 'admin'",
      'admin: () => true',
    ),
  },
  {
    abuse: 'finding out at login who has an account',
    tests: [
      test('tests/abuse/accounts.test.ts', 'at login'),
      test('server/accounts/accounts.test.ts', 'a wrong email and a wrong password get the same message'),
    ],
    without: change(
      'server/accounts/passwords/passwords.ts',
      'const matches = await',
      'if (passwordHash === null) return false\n  const matches = await',
    ),
  },
  {
    abuse: 'harvesting addresses by sign-ups and mails',
    tests: [
      test('tests/rates.test.ts', 'the sixth sign-up from one address in half an hour is rejected with Retry-After'),
      test('tests/abuse/accounts.test.ts', 'at a forgotten password'),
      test('tests/abuse/accounts.test.ts', 'at another verification mail'),
    ],
    without: change(
      'contract/accounts.ts',
      "rates: [{ by: 'address', max: 5, seconds: 1800, shared: true }]",
      "rates: [{ by: 'address', max: 500, seconds: 1800, shared: true }]",
    ),
  },
  {
    abuse: 'registering the address of somebody else first',
    tests: [
      test(
        'tests/abuse/accounts.test.ts',
        'a password set for a stranger’s address does not work once the owner has registered',
      ),
      test(
        'server/accounts/accounts.test.ts',
        'an unverified address can be registered again, and the newest registration wins',
      ),
    ],
    without: change(
      'server/accounts/register.ts',
      '.doUpdateSet(account)',
      '.doUpdateSet({ createdAt: account.createdAt })',
    ),
  },
  {
    abuse: 'guessing passwords',
    tests: [
      test(
        'tests/rates.test.ts',
        'wrong passwords are limited to ten for one network, and the owner can still log in from another',
      ),
      test('tests/rates.test.ts', 'at the same time ten are checked'),
      test(
        'tests/rates.test.ts',
        'the 26th login in five minutes from one address is rejected, whatever X-Forwarded-For says',
      ),
    ],
    without: change(
      'server/accounts/sessions/login-throttle.ts',
      'const WRONG_PASSWORDS = { max: 10,',
      'const WRONG_PASSWORDS = { max: 1000,',
    ),
  },
  {
    abuse: 'guessing tokens of reading apps',
    tests: [
      test(
        'tests/rates.test.ts',
        'wrong tokens are limited to ten for one name and network, and the right one still works',
      ),
    ],
    without: change(
      'server/accounts/sessions/login-throttle.ts',
      'await sharedRates.take(`wrong token ${name} ${networkOf(address)}`, WRONG_PASSWORDS)',
      '',
    ),
  },
  {
    abuse: 'copying the whole library through the catalog of reading apps',
    tests: [test('tests/rates.test.ts', 'the links of 60 files a minute are given to the reading apps of one address')],
    without: change('server/opds/files.ts', "limiter.takeByAddress('opds file', request.ip, FILES_BY_ADDRESS)", ''),
  },
  {
    abuse: 'using a token of an app for more than it is for',
    tests: [test('tests/token-scopes.test.ts', '%s')],
    without: change('server/platform/http/serve.ts', 'assertScope(call, request.caller)', ''),
  },
  {
    abuse: 'taking over an account by its address at a provider',
    tests: [
      test('server/accounts/single-sign-on/attacks.test.ts', 'an address that the provider claims opens no account'),
      test(
        'server/accounts/single-sign-on/single-sign-on.test.ts',
        'is linked by a mail in the browser that has asked for it, and in no other',
      ),
    ],
    without: change(
      'server/accounts/single-sign-on/finish-sign-in.ts',
      'if (email !== null && holder && !isFree(holder))',
      'if (email !== null && holder?.guest)',
    ),
  },
  {
    abuse: 'an answer of a provider that another browser has asked for',
    tests: [
      test('server/accounts/single-sign-on/attacks.test.ts', 'an answer that another browser has asked for'),
      test(
        'server/accounts/single-sign-on/attacks.test.ts',
        'an answer that was used before, and one that nobody has asked for',
      ),
      test('server/accounts/single-sign-on/attacks.test.ts', 'a link that another session has begun'),
    ],
    without: change(
      'server/accounts/single-sign-on/attempts.ts',
      "    .where('secretHash', '=', hashOf(secret))\n    .returning",
      '    .returning',
    ),
  },
  {
    abuse: 'the answer of one provider as that of another',
    tests: [test('server/accounts/single-sign-on/attacks.test.ts', 'the answer of one provider as that of another')],
    without: change('server/accounts/single-sign-on/attempts.ts', "|| params.get('provider') !== used.provider", ''),
  },
  {
    abuse: 'forged tokens of a provider',
    tests: [test('server/accounts/single-sign-on/attacks.test.ts', 'a token %s')],
    without: change('server/accounts/single-sign-on/provider-client.ts', '  enableNonRepudiationChecks(client)\n', ''),
  },
  {
    abuse: 'forged and repeated messages of log-outs',
    tests: [
      test('server/accounts/single-sign-on/attacks.test.ts', 'ends the session that it names, and counts once'),
      test('server/accounts/single-sign-on/attacks.test.ts', 'is refused: one %s'),
    ],
    without: change('server/accounts/single-sign-on/back-channel.ts', 'if (!fresh) throw refused()', ''),
  },
  {
    abuse: 'providers in private networks',
    tests: [
      test('server/accounts/single-sign-on/attacks.test.ts', 'at an address in a private network gets no request'),
    ],
    without: change(
      'server/accounts/single-sign-on/guarded-fetch.ts',
      "resolveTarget(url, networks, undefined, 'OIDC_NETWORKS')",
      "resolveTarget(url, ['0.0.0.0/0'], undefined, 'OIDC_NETWORKS')",
    ),
  },
  {
    abuse: 'stealing tokens',
    tests: [
      test('server/accounts/accounts.test.ts', 'the database contains no usable token or password'),
      test('tests/abuse/accounts.test.ts', 'a token in %s is not read'),
      test('server/platform/http/http-server.test.ts', 'that is malformed, altered, empty or of another scheme is 401'),
      test('server/platform/http/http-server.test.ts', 'that is sent twice is ignored'),
    ],
    without: change('server/accounts/sessions/tokens.ts', "hash('sha256', token, 'buffer')", 'Buffer.from(token)'),
  },
  {
    abuse: 'tokens after their end',
    tests: [
      test('tests/abuse/accounts.test.ts', 'a token ends on all servers'),
      test('server/accounts/accounts.test.ts', 'a token is invalid right after logout'),
      test(
        'server/accounts/passwords/change-password.test.ts',
        'the link in a reset mail replaces the password and ends all sessions',
      ),
    ],
    without: change('server/accounts/sessions/sessions.ts', '.where(isEnded)', '.where(sql<boolean>`false`)'),
  },
  {
    abuse: 'passwords that cost the server its time',
    tests: [test('tests/abuse/accounts.test.ts', 'three hundred logins at once get 401 or 503 with Retry-After')],
    without: change(
      'server/accounts/passwords/passwords.ts',
      "new Problem('overloaded', { retryAfter: 2 })",
      "new Problem('overloaded')",
    ),
  },
  {
    abuse: 'links in mails that are old, used or lead elsewhere',
    tests: [
      test('server/accounts/accounts.test.ts', 'only the newest verification link works, once and for 24 hours'),
      test(
        'server/accounts/passwords/change-password.test.ts',
        'only the newest reset link works, once and for an hour',
      ),
      test(
        'tests/abuse/accounts.test.ts',
        'the link in a mail leads to this site, whatever the request says of its host',
      ),
      test(
        'server/accounts/change-account.test.ts',
        'a reset link sent to the former address no longer works after an administrator changed the address',
      ),
    ],
    without: change('server/accounts/email/mail-tokens.ts', '!used || used.expiresAt < now', '!used'),
  },
  {
    abuse: 'bombarding people with mails',
    tests: [
      test('tests/rates.test.ts', 'every request for another mail gets the same answer, and one mail a minute is sent'),
      test('tests/rates.test.ts', 'an address that is registered again and again gets five mails a day'),
    ],
    without: change(
      'server/accounts/sessions/login-throttle.ts',
      '{ max: 1, seconds: 60 }',
      '{ max: 100, seconds: 60 }',
    ),
  },
  {
    abuse: 'requests that other sites make',
    tests: [
      test('server/platform/http/http-server.test.ts', 'from another site is 403, even with a valid token'),
      test('server/platform/http/http-server.test.ts', 'that is no JSON by its type is 415'),
      test('server/platform/http/http-server.test.ts', 'does not allow a CORS preflight'),
    ],
    without: change('server/platform/http/request/same-origin.ts', 'if (isOwn) return', 'return'),
  },
  {
    abuse: 'requests that the server makes for others',
    tests: [
      test('server/platform/sandbox/sandboxed-process.test.ts', 'a worker can neither write files nor start processes'),
      test('tests/abuse/uploads.test.ts', 'an address in place of a picture is rejected, and nothing is fetched'),
      test(
        'server/platform/sandbox/sandboxed-process.test.ts',
        'a worker has no network, where the system allows that',
      ),
    ],
    without: change(
      'server/platform/sandbox/confinement.ts',
      "'--permission'",
      "'--permission', '--allow-fs-write=*', '--allow-child-process'",
    ),
  },
  {
    abuse: 'floods of parts and slow uploads',
    tests: [
      test('server/publishing/publish-book.test.ts', 'of 33 parts, 3 files or 29 fields is 413'),
      test('server/publishing/publish-book.test.ts', 'of exactly 10485760 bytes is accepted'),
      test('server/platform/http/uploads/receive-upload.test.ts', 'a body below the minimum rate is rejected'),
      test(
        'server/platform/http/request/admission.test.ts',
        'six slow uploads of three accounts do not keep another author from publishing',
      ),
      test('tests/silent-clients.test.ts', 'closes when npm is killed'),
    ],
    without: change(
      'server/platform/http/uploads/receive-upload.ts',
      'parts: 32, fields: 28, files: 2',
      'parts: 320, fields: 280, files: 20',
    ),
  },
  {
    abuse: 'lists that are not shared',
    tests: [
      test('server/shelves/lists.test.ts', 'one that is %s, in a library for %s'),
      test('server/shelves/lists.test.ts', 'nobody but its owner changes a list, or learns of it by trying'),
    ],
    without: change(
      'server/shelves/list-policy.ts',
      "const isShared = sql<SqlBool>`lists.visibility <> 'private'`",
      'const isShared = sql<SqlBool>`true`',
    ),
  },
  {
    abuse: 'expensive searches and pages',
    tests: [
      test('server/admin/admin.test.ts', 'users are found by a part of the name or email, and wildcards are literal'),
      test('server/books/search-books.test.ts', 'treats wildcards literally'),
      test('server/books/list-books.test.ts', 'past the end is empty, with true totals'),
      test('server/books/query-plans.test.ts', 'no list scans all books'),
    ],
    without: change('server/admin/like-part.ts', ".replace(/[\\\\%_]/g, '\\\\$&')", ''),
  },
  {
    abuse: 'counting views and ratings more than once',
    tests: [
      test('server/books/count-views.test.ts', 'a hundred views of one reader count once; another reader counts too'),
      test(
        'server/ratings/rate-book.test.ts',
        'with 50 concurrent ratings of one reader, who has one rating in the end',
      ),
      test('server/ratings/rate-book.test.ts', 'authors cannot rate their own books'),
      test(
        'server/figures/figures.test.ts',
        'are counted once for a browser in half an hour, from the first part of the file',
      ),
    ],
    without: change('server/books/count-views.ts', 'if (seen.has(key)) return false', ''),
  },
  {
    abuse: 'watching a reader by the figures of a book',
    tests: [
      test(
        'server/figures/figures.test.ts',
        'is not in the answer for fewer than five, and from five on for each part that five reached',
      ),
      test('server/figures/figures.test.ts', 'is counted again after a week, and only if five have read on'),
      test(
        'server/figures/figures.test.ts',
        'is the host alone, from five on; others and this site itself are not named',
      ),
    ],
    without: change('server/figures/read-reach.ts', 'readers < FIGURES_MIN ? null : readers', 'readers'),
  },
  {
    abuse: 'spam in comments',
    tests: [
      test('server/comments/comment-spam.test.ts', 'the same text is accepted twice in an hour, and not a third time'),
      test('server/comments/comment-spam.test.ts', 'a new account can put at most two links in a comment'),
      test('tests/rates.test.ts', 'a user can post one comment in five seconds'),
      test('server/comments/comments.test.ts', 'loses characters that reorder or hide text'),
    ],
    without: change(
      'server/comments/comment-spam.ts',
      'limiter.take(`same comment ${userId} ${textHash}`, SAME_TEXT)',
      'void [limiter, textHash, SAME_TEXT]',
    ),
  },
  {
    abuse: 'races, forged log lines, secrets in logs, data after deletion, packages of others',
    tests: [
      test('tests/supply-chain.test.ts', 'a package is rejected with %s'),
      test('tests/abuse/accounts.test.ts', 'a name with a line break is rejected, and no line of the log is forged'),
      test('server/accounts/accounts.test.ts', 'a username is unique regardless of case and Unicode form'),
      test('server/admin/admin.test.ts', 'of twenty concurrent deletions of one book one succeeds, the others are 404'),
      test('server/accounts/accounts.test.ts', 'no email address, password or token is logged'),
      test('server/accounts/personal-data/account-deletion.test.ts', 'deleting an account deletes its ratings'),
    ],
    without: change('scripts/supply-chain.ts', "!integrity?.startsWith('sha512-')", '!integrity'),
  },
  {
    abuse: 'an export that was changed on its way',
    tests: [
      test('server/importing/move-library.test.ts', 'a book is refused, and nothing of it stays: %s'),
      test('server/importing/move-library.test.ts', 'nothing is imported: %s'),
    ],
    without: change(
      'server/importing/move-book.ts',
      "if (sha256.toString('hex') !== moved.sumOf(path))",
      'if (sha256.length === 0)',
    ),
  },
  {
    abuse: 'answers that get into the cache under the address of others',
    tests: [
      test(
        'server/platform/http/response-cache/response-cache.test.ts',
        'an answer to the query %s is not stored for another address',
      ),
    ],
    without: change(
      'server/platform/http/response-cache/store-answer.ts',
      'const [path, search] = [url.slice(0, at), url.slice(at + 1)]',
      "const [path, search] = [url.slice(0, at), url.slice(at + 1).split('?', 1)[0] ?? '']",
    ),
  },
  {
    abuse: 'learning whose a pen name is by a question to be a co-author',
    tests: [
      test(
        'server/publishing/co-authors/co-authors.test.ts',
        'that was asked knows the name of a draft, which then stays, also once the question is taken back',
      ),
    ],
    without: change(
      'server/publishing/co-authors/co-authors.ts',
      "    await trx.updateTable('books').set({ nameWasTold: true }).where('id', '=', id).execute()\n",
      '',
    ),
  },
  {
    abuse: 'books that come out although their author is suspended',
    tests: [
      test(
        'server/publishing/book-states.test.ts',
        'waits while its author is suspended, also from the moment at which the job publishes it',
      ),
      test('server/publishing/chapters/chapters.test.ts', 'of a suspended author waits until the suspension ends'),
    ],
    without: change('server/publishing/set-book-state.ts', ' and not ${isPublisherSuspended(now())}', ''),
  },
  {
    abuse: 'learning whose a pen name is by a manuscript in the export of a library',
    tests: [
      test(
        'server/importing/move-library.test.ts',
        'an export has the files as they are stored, their checksums, and JSON that fits its published schema',
      ),
      test('server/importing/move-library.test.ts', 'with real names nobody learns who is behind a pen name'),
    ],
    without: change('server/exporting/export-entries.ts', 'isOfLibrary && row.publisher === null', 'false'),
  },
]
