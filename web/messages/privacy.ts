import { EMAIL_CHANGE_HOURS, SECURITY_EVENT_DAYS } from '#contract/values/account-security.ts'
import { GUEST_DAYS, RESET_HOURS, VERIFY_HOURS } from '#contract/values/accounts.ts'
import { EVIDENCE_DAYS } from '#contract/values/reports.ts'
import { DEVICES_KEPT } from '#contract/values/reading.ts'
import type { DefaultText } from './default-text.ts'

/** The default text of the privacy page: what is stored, where, and for how long. */
export const PRIVACY = (siteName: string): DefaultText => ({
  title: 'Privacy',
  description: `What ${siteName} stores about you, for how long, and how to delete it. No tracking, no third parties.`,
  lede: 'We store what the library needs to work, on our own server, and sell nothing. There is no tracking, and there are no third parties: pages, fonts, covers and statistics all come from this site.',
  sections: [
    {
      id: 'account',
      title: 'Your account',
      text: ['What you tell us when you sign up, and what you add later:'],
      list: [
        'Username and email address. Others see your username, never your address.',
        'Your password, only as a salted hash. Nobody can read it.',
        'If you set up a second factor: the key of your app, encrypted; the public keys of your passkeys with their names; and your recovery codes, only as hashes.',
        'If you log in with an account that you have elsewhere, such as at a school: the number that it has there, and when you linked and last used it. We read your name, your address and your groups there at each login, and keep none of them but the name and address that your account here begins with. They learn there that you log in here; we never learn your password.',
        'If you make tokens for reading apps: their names, what they are for, when and from which network they were last used, and the tokens only as hashes.',
        'Whether you are a reader or an author; your sex and a picture, if you choose to give them.',
        'When the account was created, and whether you want the weekly mail, with the date of the last one you were sent.',
        'If you have books sent to a device: its address, and for 30 days which books were sent there and when.',
      ],
    },
    {
      id: 'activity',
      title: 'What you do here',
      text: ['It is stored as long as your account exists, or until you delete it:'],
      list: [
        'The stars you give. Others see averages and counts, not who gave what.',
        'The comments you write, with your username and the date, and the words of the book that one is about.',
        `Where you stopped in a book, so that the next device opens it there: the page, the furthest page, when that was, and the name of the device, for the last ${DEVICES_KEPT} devices of each book. It is stored on our server, nobody else sees it, and it is deleted with your account.`,
        'If KOReader keeps your place here: for each of its last 2,000 documents a fingerprint of the file, the place, when that was, and the name and number of the device. Nobody else sees it.',
        'Your reading history, unless you switch it off: for each day and book how many seconds you read, how many pages you turned, and whether you came to the end; and your goal, if you set one. Days are those of your time zone, which your browser sends and we do not store. Nobody else sees it, administrators and authors included. You can switch it off and delete it on its page; it is also deleted with your account.',
        'Your bookmarks, highlights and notes, with the words of the book that you marked. The site shows them to nobody else, administrators included. If the book is deleted they stay in your data until you delete them on your profile.',
        'Which books you want to read and have finished, with the dates, and your lists with what you write about them. Nobody else sees the shelves. A list is seen by nobody, by anyone with its link, or by everybody, as you choose; others see your username on it, and moderators can hide it. Nobody else sees which lists you follow.',
        'What you follow (authors, series, books, genres and tags), how you want to be told of what, and your notices with the time at which you read them. Nobody else sees whom you follow; an author sees a number at most. Notices are deleted 90 days after you read them, and all of them after a year.',
        'The books you publish: their texts, the file, the cover, and the manuscript where you uploaded one, which only you and co-authors can download; chapters that are not out yet, which only you and co-authors read, but for the title and day of a planned one; and what you declare of your rights in a file, with the time and a fingerprint of the file, which moderators see.',
        'The lines and links of your author’s page, which everybody can see, and up to which comment you have read those on your books.',
        'Whom you name or ask as a co-author of your books, and what you are asked and answer. Who asked sees your answer; others see your name only while you have agreed.',
        'Your pen names, with their pictures and what you write about them, and which of your books have one. Everybody sees the pen name and its books; only you and administrators see whose it is.',
        'What you report and answer. Moderators see it with your username; the person concerned sees only the decision.',
        'How often a book was viewed, as a number. To count each reader once, the readers of the last 30 minutes are held in memory and never stored.',
        'For the authors’ figures, by book and day: how often it was opened and saved as a file, how many began it and how many came to its end, and the ratings given. By book and month: from which other sites its readers came, only as hosts. These are numbers, nothing about a reader is stored with them, and they stay when an account is deleted. How far readers came is counted from the furthest pages above, and shown to the author only about five readers or more.',
      ],
    },
    {
      id: 'mails',
      title: 'Mails',
      text: [
        'The weekly mail comes to those who ask for it on their profile, and to nobody else: it is off until you turn it on. On Fridays it lists new and highly rated books, the same for everyone. To stop it, turn it off on your profile, open the link at its foot and press the button, or press Unsubscribe in your mail program. No picture and no link in it tells us whether you read it.',
        'Mails about what you follow, about your comments and about your books come only if you ask for them by kind, at once, daily or in the weekly mail. There are two exceptions: mails about decisions on your reports, and about a book of yours that becomes premium, come until you stop them. Each has a link that stops its kind.',
        'Otherwise we write only when your account needs it: to verify your address, when you ask for a new password, when your password or your address is changed, when an administrator removed your second factors, when a token for an app was made, when an account elsewhere is linked to yours or unlinked, when somebody logs in to your account on a device that was not used before, and when moderators have decided about something that you reported, published or wrote.',
        'Mails to be sent are stored in a queue with the ID of your account, and are deleted from it within three weeks. A site without a mail server stores its mails as files on its own server.',
      ],
    },
    {
      id: 'browser',
      title: 'In your browser',
      text: [
        'We set one cookie, when you choose a language: it holds the language alone. Your browser’s own storage holds the token of your session, the theme and the reading settings that you chose, the pages where you stopped and those you turned since then that are not sent yet, your marks in the books that you opened, what you put on a shelf without a network, a number that distinguishes this browser from your other devices, for reading and for logins, a number that belongs to a login elsewhere until it is done, and what you have typed but not yet sent. Logging out removes the token, the drafts, and the pages and marks that are also on our server; the theme, the reading settings and the number stay.',
        'Books that you keep for reading offline are stored there too, with your account’s ID, until you remove them or log out.',
        'If your browser stores a copy of our offline page or of our reader, that copy contains nothing about you.',
      ],
    },
    {
      id: 'times',
      title: 'For how long',
      text: [],
      list: [
        'A session ends after 14 days without use, and after 30 days in any case; an administrator’s after one hour without use, and after 12 in any case. With it we store when it began and was last used, the name of the browser, and the network it came from with the end of its address cut off, such as 203.0.113.x, so that you can tell your sessions apart and end them.',
        `What happened to the access to your account (logins, wrong passwords, changes of your password and address, ends of sessions) is stored with the browser and the shortened network for ${SECURITY_EVENT_DAYS} days. Only you see it, on your profile.`,
        'To write to you when somebody logs in on a new device, we store a hash of the number of your browser, for a year after its last use; the last one is deleted with your account. A hash of your network is stored for 90 days.',
        'A login with an account elsewhere that waits for your choice, or for a mail to be opened, is stored for an hour, with the name and the address that were told of you.',
        `A guest account that is not used for ${GUEST_DAYS} days is deleted.`,
        'An account whose address was never verified is deleted after 7 days.',
        `The link that verifies your address works for ${VERIFY_HOURS} hours, the one that confirms a new address for ${EMAIL_CHANGE_HOURS} hours, the one that sets a new password for ${RESET_HOURS} hour.`,
        'We count by day how often recommended books are shown and pressed. Only these numbers are stored. To count each press once, who pressed what that day is held in memory only.',
        'To stop abuse we count requests by address. These counts are held in memory only, for a day at most, and are lost when the server restarts.',
        'What you delete remains in the backups of the library until these are deleted; those that it makes by itself are kept for six months, unless its administrators chose another time.',
        'What administrators do to accounts, books and settings is recorded: who did it, when, and what it was before and after. If they change your account, the record contains your username and address, also after the account is deleted.',
        `When a book, a comment or a person is reported, we store a copy of its words, its cover and one page, so that moderators can decide about what was there then. The copy is deleted after ${EVIDENCE_DAYS} days, also if the book, the comment or the account was deleted before. A decided report is deleted ${EVIDENCE_DAYS} days after the last thing that happened in it. Only its number remains, in the figures of reports.`,
        'A comment that was refused as spam leaves the time of the refusal with your account, for at most a day and ten minutes.',
        'Who registered with an invitation is stored with its code, until either is deleted.',
        'When books move here from another site, their comments and ratings come too, with the name or the pseudonym that their readers have in the export. Nobody can log in as them, and their names are deleted with the last of what they said.',
        'Everything else stays until you or we delete it.',
      ],
    },
    {
      id: 'others',
      title: 'Who else sees it',
      text: [
        'No one. There is no advertising, no tracker and no analytics service. Pressing Download Now adds one to that day’s count, and stores nothing else. Mails go to your mailbox, and to the address of your device if you enter one, and nowhere else.',
        'There is one exception: a notice of copyright and the counter-notice to it are passed on. The author of a book sees the name of the person who sent the notice and what it says; that person sees the counter-notice with the author’s name and addresses. Administrators see both, moderators without the addresses. Both are deleted with their report.',
        'Authors can take their books elsewhere with the comments and ratings on them. Your name is not in them: you have one pseudonym in comments and another one in ratings. Your comments can be recognised by their words. Of your stars only the day is told.',
        'Those who run the site can see accounts and books to do their work. Our logs contain no addresses, passwords or tokens.',
      ],
    },
    {
      id: 'rights',
      title: 'Downloading and deleting your data',
      text: [
        'On your profile you can download all your data as one archive, change it, or delete your account. The archive holds your account with all its settings, your sessions and security events, your stars and comments, where you stopped in each book, your reading history, what you follow and your notices, your marks, your reports and answers, and your books with their files. With the account we delete your sessions and security events, your stars, where you stopped reading, your reading history, what you follow, your notices, your marks and the weekly mail with its links; your comments stay as those of an unknown user; your reports stay without your name and words; your books stay without your name or are deleted too, as you choose.',
        'You must be at least 13 years old to have an account. If we learn that someone is younger, we delete the account.',
      ],
    },
  ],
})
