import { GUEST_DAYS, RESET_HOURS, VERIFY_HOURS } from '#contract/accounts.ts'
import { DEVICES_KEPT } from '#contract/reading.ts'
import type { DefaultText } from './default-text.ts'

/** The words of the privacy page: what is kept, where, and for how long. */
export const PRIVACY = (siteName: string): DefaultText => ({
  title: 'Privacy',
  description: `What ${siteName} keeps of you, for how long, and how to take it back. No cookies, no third parties.`,
  lede: 'We keep what the library needs to work, on our own machine, and nothing to sell. There are no cookies and no third parties: pages, faces, covers and figures all come from this site.',
  sections: [
    {
      id: 'account',
      title: 'Your account',
      text: ['What you tell us when you sign up, and what you add later:'],
      list: [
        'Username and email address. Others see your username, never your address.',
        'Your password, as a salted hash alone. Nobody can read it back.',
        'Whether you are a reader or an author; your sex and a picture, if you choose to give them.',
        'When the account was made, and whether you want the weekly mail, with the date of the last one you were sent.',
      ],
    },
    {
      id: 'doings',
      title: 'What you do here',
      text: ['It stays as long as your account, or until you take it back:'],
      list: [
        'The stars you give. Others see averages and counts, not who gave what.',
        'The comments you write, with your username and the date.',
        `Where you stopped in a book, so that the next device opens it there: the page, the furthest page, when that was, and the name of the device, for the last ${DEVICES_KEPT} devices of each book. It lies on our server, nobody else sees it, and it goes with your account.`,
        'The books you publish: their words, the PDF, the cover.',
        'How often a book was viewed, as a number. So that one reader counts once, who came in the last 30 minutes is held in memory and never written down.',
      ],
    },
    {
      id: 'letters',
      title: 'Letters',
      text: [
        'The weekly mail comes to those who ask for it on their profile, and to nobody else: it is off until you turn it on. On Fridays it names new and loved books, the same for everyone. To stop it, turn it off on your profile, open the link at its foot and press the button, or press Unsubscribe in your mail program. No picture and no link in it tells us whether you read it.',
        'Beside that we write only when your account needs it: to verify your address, when you ask for a new password, when your password was changed, and when an administrator changed your address.',
        'What is to be sent waits in a queue under the number of your account, and is cleared from it within three weeks. A site without a mail server keeps its letters as files on its own machine.',
      ],
    },
    {
      id: 'browser',
      title: 'In your browser',
      text: [
        'We set no cookies. Your browser’s own storage holds the key of your session, the theme and the ways of reading that you chose, the pages where you stopped, a number by which this browser is told from your other devices, and what you have typed but not yet sent. Logging out removes the key, the drafts and the pages that we have too; the theme, the ways of reading and the number stay.',
        'If your browser keeps a copy of our page for when there is no network, that copy has nothing of you in it.',
      ],
    },
    {
      id: 'times',
      title: 'For how long',
      text: [],
      list: [
        'A session ends after 14 days without use, and after 30 days in any case; an administrator’s after one hour, and after 12. With it we keep when it began and was last used, and the name of the browser, so that you can tell your sessions apart and end them.',
        `A guest who has not come for ${GUEST_DAYS} days is forgotten.`,
        'An account whose address was never verified goes after 7 days.',
        `The link that verifies your address works for ${VERIFY_HOURS} hours, the one that sets a new password for ${RESET_HOURS} hour.`,
        'To stop abuse we count requests by address. These counts live in memory alone, for a day at most, and are gone when the server restarts.',
        'What administrators do to accounts, books and settings is written down: who did it, when, and what it was before and after. Where they change your account, your username and address stand there, and stay there after the account is gone.',
        'Whoever registers with an invitation stands beside its code, until either goes.',
        'Everything else stays until you or we delete it.',
      ],
    },
    {
      id: 'others',
      title: 'Who else sees it',
      text: [
        'No one. There is no advertising, no tracker and no analytics service. A press on Download Now adds one to a number of that day, and nothing more. Letters go to your mailbox and nowhere else.',
        'Those who run the site can see accounts and books to do their work. Our logs hold no addresses, passwords or keys.',
      ],
    },
    {
      id: 'rights',
      title: 'Taking it with you, taking it back',
      text: [
        'On your profile you can download all that is yours as one archive, change it, or delete your account. The archive holds your account with all its settings, your stars and comments, where you stopped in each book, and your books with their files. With the account go your sessions, your stars, where you stopped reading and the weekly mail, its links included; your comments stay as those of an unknown user; your books stay without your name or go too, as you choose.',
        'You must be at least 13 years old to have an account. Where we learn that someone is younger, the account goes.',
      ],
    },
  ],
})
