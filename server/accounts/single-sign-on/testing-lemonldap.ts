import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#tests/free-port.ts'
import { hiddenFields } from './testing-provider.ts'
import {
  callbacksOf,
  clientOf,
  HOST,
  type RealProvider,
  SECRET,
  startProgram,
  unpackProvider,
} from './testing-real-providers.ts'

/** Debian's own, for which the modules are built. */
const PERL = '/usr/bin/perl'
/** What it signs with; all of one key. */
export const LEMONLDAP_ALGORITHMS = ['RS256', 'RS512']
/** The portal recommends the others only, and needs them to be a provider. */
const PACKAGES = [
  'liblemonldap-ng-portal-perl',
  'libcrypt-openssl-bignum-perl',
  'libio-string-perl',
  'libstring-random-perl',
]

/** 20 MB over the network, 90 MB on the disk. */
export const unpackLemonldap = () =>
  unpackProvider('LemonLDAP::NG', 'lemonldap-1', { names: PACKAGES, own: /^Package: (?:lib)?lemonldap-ng-/m })

/** The portal of LemonLDAP::NG, an independent provider written in Perl, with a client for each algorithm. */
export const startLemonldap = async (home: string, siteUrl: string): Promise<RealProvider> => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-lemonldap-'))
  const port = await freePort()
  const origin = `http://${HOST}:${port}`
  const people: Record<string, object> = {}
  const savePeople = () => writeFile(join(folder, 'people.json'), JSON.stringify(people))
  await savePeople()
  for (const name of ['conf', 'cache', 'sessions/lock', 'consents/lock'])
    await mkdir(join(folder, name), { recursive: true })
  const settings = portalSettings({ folder, origin, siteUrl })
  await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings))
  await writeFile(join(folder, 'lemonldap-ng.ini'), localSettings(home, folder))
  await writeFile(join(folder, 'portal.psgi'), portalScript(folder))

  const end = await startProgram(home, {
    command: PERL,
    args: [
      join(home, 'usr/bin/plackup'),
      '--host',
      HOST,
      '--port',
      String(port),
      '--no-default-middleware',
      join(folder, 'portal.psgi'),
    ],
    env: {
      PERL5LIB: await modulesIn(home),
      LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
    },
    started: 'Accepting connections',
  })
  return {
    issuerOf: () => `${origin}/`,
    addPerson: async ({ username, email, isVerified, groups }) => {
      const verified = isVerified === undefined ? {} : { is_verified: isVerified ? 1 : 0 }
      people[username] = { uid: username, mail: email, groups, ...verified }
      await savePeople()
    },
    logIn: async (browser, address, { username }) => {
      const page = await browser.visit(address)
      // Its demonstration takes the name as the password.
      const form = { ...hiddenFields(await page.text()), user: username, password: username }
      return browser.visit(address, { form })
    },
    /** It asks whether the person wants to. */
    logOut: async (browser, address) => {
      const page = await browser.visit(address)
      return browser.visit(address, { form: hiddenFields(await page.text()) })
    },
    close: async () => {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Where Perl looks for modules, below the folder of the packages. */
const modulesIn = async (home: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(PERL, ['-e', 'print join "\\n", @INC'])
  return stdout
    .split('\n')
    .map((folder) => join(home, folder))
    .join(delimiter)
}

const localSettings = (home: string, folder: string) => `[all]
logLevel = error
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'configuration', 'cache_root' => '${folder}/cache' }
[portal]
staticPrefix = /static
templateDir = ${home}/usr/share/lemonldap-ng/portal/templates
languages = en
`

/** Starts the portal with people of the tests in place of those of its demonstration. */
const portalScript = (folder: string) => `use strict;
use JSON;
use Lemonldap::NG::Portal::Main;
use Lemonldap::NG::Portal::UserDB::Demo;
my $portal = Lemonldap::NG::Portal::Main->run( {} );
sub {
    open my $file, '<', '${folder}/people.json' or die $!;
    my $people = JSON->new->utf8->decode( join '', <$file> );
    %Lemonldap::NG::Portal::UserDB::Demo::demoAccounts = %$people;
    my %groups;
    for my $name ( keys %$people ) {
        push @{ $groups{$_} }, $name for @{ $people->{$name}->{groups} || [] };
    }
    %Lemonldap::NG::Portal::UserDB::Demo::demoGroups = %groups;
    $portal->(@_);
};
`

interface Portal {
  folder: string
  origin: string
  siteUrl: string
}

const portalSettings = ({ folder, origin, siteUrl }: Portal) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const storage = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, 'lock'),
  })
  const named = (values: (algorithm: string) => object) =>
    Object.fromEntries(LEMONLDAP_ALGORITHMS.map((algorithm) => [clientOf(algorithm), values(algorithm)]))
  return {
    cfgNum: 1,
    cfgAuthor: 'tests',
    cfgDate: 1_600_000_000,
    cfgVersion: '2.16.1',
    domain: HOST,
    portal: `${origin}/`,
    cookieName: 'lemonldap',
    securedCookie: 0,
    whatToTrace: 'uid',
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    portalDisplayRegister: 0,
    // Its own draws pictures, with libraries that nothing here needs: a plugin that does nothing.
    captcha: '::Main::Plugin',
    locationRules: { [HOST]: { default: 'accept' } },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: storage('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: storage('consents'),
    demoExportedVars: { uid: 'uid', mail: 'mail', is_verified: 'is_verified' },
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceIgnoreScopeForClaims: 1,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'one',
    oidcRPMetaDataOptions: named((algorithm) => ({
      oidcRPMetaDataOptionsClientID: clientOf(algorithm),
      oidcRPMetaDataOptionsClientSecret: SECRET,
      oidcRPMetaDataOptionsDisplayName: 'The library',
      oidcRPMetaDataOptionsIDTokenSignAlg: algorithm,
      // What it says of a person is signed too where this is set.
      ...(algorithm !== 'RS256' && { oidcRPMetaDataOptionsUserInfoSignAlg: algorithm }),
      oidcRPMetaDataOptionsRequirePKCE: 1,
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsRedirectUris: callbacksOf(siteUrl, algorithm).join(' '),
      oidcRPMetaDataOptionsPostLogoutRedirectUris: `${siteUrl}/auth?logged-out`,
    })),
    oidcRPMetaDataExportedVars: named(() => ({
      email: 'mail',
      email_verified: 'is_verified;bool',
      preferred_username: 'uid',
      groups: 'groups',
    })),
  }
}
