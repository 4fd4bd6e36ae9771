/** The messages about the Android app that the site makes. */

export const APP_PAGE = {
  title: 'The app of the site',
  loading: 'Loading the app...',
  states: {
    made: 'The site has made its app, and Download Now offers it.',
    making: 'The site is making its app. This takes a few seconds.',
    failed: 'The app could not be made.',
    off: 'Off: the site makes no app.',
    ownFile: 'Download Now offers the app file that is set above, so the site makes none.',
    noAddress:
      'The site makes no app, because it has no public address with HTTPS. Set PUBLIC_URL to one that begins with https://, and start the site again.',
  },
  faults: {
    template:
      'The template of the app, app/template.apk in the folder of the program, is missing or damaged. Install this version of the program again; the app is then made within an hour.',
    stopped:
      'Making it failed. The site tries again within an hour; if that fails too, restart it and look into its log.',
  },
  earlierStays: 'The earlier app stays and is still offered.',
  file: 'Download the app',
  version: 'Version',
  versionValue: (name: string, code: number) => `${name} (${code})`,
  size: 'Size',
  kilobytes: (count: string) => `${count} KB`,
  packageId: 'Package',
  fileSum: 'SHA-256 of the file',
  certificateSum: 'SHA-256 of the certificate',
  icon: 'Icon of the app',
  iconHint: 'A square picture of at least 432 pixels: JPEG, PNG, WebP, AVIF or GIF. The app is made again with it.',
  iconSet: 'The icon is set.',
  removeIcon: 'Go back to the icon of Quillhouse',
  iconRemoved: 'The icon is removed.',
  key: 'Key of your own',
  keyHint:
    'A PEM file with an RSA key and its certificate, without a passphrase. Only for an app that you have published with this key: whoever has installed the app with another key has to remove it before an update.',
  keyOfSite: 'The site has made the key itself, and keeps it in its database and in each backup.',
  keyBrought: 'The app is signed with the key that you have brought.',
  noKey: 'The site makes a key with its first app.',
  keySet: 'The app is signed with your key from now on.',
  removeKey: 'Go back to the key of the site',
  keyRemoved: 'The app is signed with the key of the site from now on.',
} as const
