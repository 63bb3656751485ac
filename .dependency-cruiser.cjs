/**
 * The arrows between folders (docs/contributors/architecture.md). Each rule names what a folder may NOT import.
 * `npm run check` plants a violation first: a checker that reads no files must not pass.
 */
const DOMAINS = ['company', 'tenders', 'grants', 'funders', 'changes', 'meta']
const domain = `^src/(${DOMAINS.join('|')})/`

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: ['\\.test\\.ts$', '\\.d\\.ts$', '/assets/'] },
      to: {},
    },
    {
      name: 'platform-imports-nothing',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/platform/' },
    },
    {
      name: 'text-search-imports-platform',
      severity: 'error',
      from: { path: '^src/text-search/' },
      to: { path: '^src/', pathNot: '^src/(platform|text-search)/' },
    },
    {
      name: 'infrastructure-imports-platform',
      comment: 'upstream, store and observe stand on the platform alone',
      severity: 'error',
      from: { path: '^src/(upstream|store|observe)/' },
      to: { path: '^src/', pathNot: '^src/(platform|text-search|upstream|store|observe)/' },
    },
    {
      name: 'signing-imports-platform',
      severity: 'error',
      from: { path: '^src/signing/' },
      to: { path: '^src/', pathNot: '^src/(platform|text-search|signing)/' },
    },
    {
      name: 'background-stands-on-the-platform',
      comment:
        'what is kept fresh knows no operation, no wing and no payment; the language model keeps its texts in it',
      severity: 'error',
      from: { path: '^src/(background|language)/' },
      to: {
        path: '^src/',
        pathNot: '^src/(platform|text-search|upstream|store|observe|background|language)/',
      },
    },
    {
      name: 'background-does-not-know-the-model',
      severity: 'error',
      from: { path: '^src/background/' },
      to: { path: '^src/language/' },
    },
    {
      name: 'contract-stands-on-infrastructure',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: {
        path: '^src/',
        pathNot: '^src/(platform|text-search|upstream|store|language|observe|background|contract)/',
      },
    },
    {
      name: 'domains-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/(company|tenders|grants|funders|changes|meta)/' },
      to: { path: domain, pathNot: '^src/$1/' },
    },
    {
      name: 'domains-do-not-know-transports',
      severity: 'error',
      from: { path: domain, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(sandbox/|src/(api|payments|transports|discovery|site|operator|app|main|config|commands))',
      },
    },
    {
      name: 'rules-and-models-are-pure',
      comment: 'contract/rules is what a published version is: types and a list',
      severity: 'error',
      from: { path: '^src/[^/]+/(rules|model|portals)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(platform|text-search)/',
          '^src/contract/rules\\.ts$',
          '^src/[^/]+/(rules|model|portals|seed)/',
        ],
      },
    },
    {
      name: 'pictures-know-what-an-answer-is',
      comment: 'drawn by pages and by the command line',
      severity: 'error',
      from: { path: '^src/site/pictures/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(platform|text-search|contract|site/pictures)/',
          '^src/site/(drawings|escape)\\.ts$',
        ],
      },
    },
    {
      name: 'payments-do-not-know-domains',
      severity: 'error',
      from: { path: '^src/payments/' },
      to: {
        path: [
          '^sandbox/',
          '^src/(api|transports|discovery|site|operator|app|main|commands)',
          domain,
        ],
      },
    },
    {
      name: 'api-does-not-know-transports',
      severity: 'error',
      from: { path: '^src/api/' },
      to: { path: '^(sandbox/|src/(transports|discovery|site|operator|app|main|commands))' },
    },
    {
      name: 'transports-do-not-know-the-app',
      severity: 'error',
      from: { path: '^src/transports/' },
      to: { path: '^(sandbox/|src/(app|main|commands))' },
    },
    {
      name: 'packages-do-not-know-the-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(src|sandbox)/' },
    },
    {
      name: 'libraries-stand-alone',
      severity: 'error',
      from: { path: '^packages/(ixbrl|grant-reader)/' },
      to: { path: '^packages/(client|mcp)/' },
    },
    {
      name: 'libraries-are-imported-by-name',
      comment: 'as others import them',
      severity: 'error',
      from: { path: '^(src|sandbox|test|bench|scripts)/' },
      to: { path: '^packages/(ixbrl|grant-reader)/', dependencyTypesNot: ['aliased-workspace'] },
    },
    {
      name: 'the-client-stands-alone',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { path: '^(src|sandbox)/|node_modules' },
    },
    {
      name: 'only-main-and-tests-know-the-sandbox',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main\\.ts$', '^src/commands/', '\\.test\\.ts$'] },
      to: { path: '^sandbox/' },
    },
    {
      name: 'only-open-imports-drivers',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/store/(open|dialect|scratch)\\.ts$'] },
      to: {
        path: ['^sqlite$', '^node:sqlite$', 'node_modules/pg/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-upstream-opens-connections',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/upstream/', '^src/commands/'] },
      to: { path: ['node_modules/undici/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
