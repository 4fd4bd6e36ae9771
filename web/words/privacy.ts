import { GUEST_DAYS, RESET_HOURS, VERIFY_HOURS } from '#contract/accounts.ts'
import type { HouseDocument } from './house-document.ts'

/** The words of the privacy page: what is kept, where, and for how long. */
export const PRIVACY = (siteName: string): HouseDocument => ({
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
      ],
    },
    {
      id: 'doings',
      title: 'What you do here',
      text: ['It stays as long as your account, or until you take it back:'],
      list: [
        'The stars you give. Others see averages and counts, not who gave what.',
        'The comments you write, with your username and the date.',
        'Where you stopped in a book, on which device, so that the next one opens it there. Nobody else sees that.',
        'The books you publish: their words, the PDF, the cover.',
        'How often a book was viewed, as a number. So that one reader counts once, who came in the last 30 minutes is held in memory and never written down.',
      ],
    },
    {
      id: 'browser',
      title: 'In your browser',
      text: [
        'We set no cookies. Your browser’s own storage holds the key of your session, the theme and the ways of reading that you chose, and what you have typed but not yet sent. Logging out removes the key and the drafts.',
        'If your browser keeps a copy of our page for when there is no network, that copy has nothing of you in it.',
      ],
    },
    {
      id: 'times',
      title: 'For how long',
      text: [],
      list: [
        'A session ends after 14 days without use, and after 30 days in any case. With it we keep the name of the browser, so that you can tell your sessions apart and end them.',
        `A guest who has not come for ${GUEST_DAYS} days is forgotten.`,
        'An account whose address was never verified goes after 7 days.',
        `The link that verifies your address works for ${VERIFY_HOURS} hours, the one that sets a new password for ${RESET_HOURS} hour.`,
        'To stop abuse we count requests by address. These counts live in memory alone, for a day at most, and are gone when the server restarts.',
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
        'On your profile you can download all that is yours as one archive, change it, or delete your account. With the account go your sessions and your stars; your comments stay as those of an unknown user; your books stay without your name or go too, as you choose.',
        'You must be at least 13 years old to have an account. Where we learn that someone is younger, the account goes.',
      ],
    },
  ],
})
