/**
 * The arrows between rooms (docs/architecture.md). Each rule names what a room may NOT reach.
 * `npm run check` plants a violation first: a checker that reads no files must not pass.
 */
const WINGS = ['company', 'tenders', 'grants', 'funders', 'changes', 'free']
const wing = `^src/(${WINGS.join('|')})/`

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
      name: 'kernel-imports-nothing',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^src/', pathNot: '^src/kernel/' },
    },
    {
      name: 'ground-imports-kernel',
      comment: 'upstream, store and observe stand on the kernel alone',
      severity: 'error',
      from: { path: '^src/(upstream|store|observe)/' },
      to: { path: '^src/', pathNot: '^src/(kernel|upstream|store|observe)/' },
    },
    {
      name: 'signing-imports-kernel',
      severity: 'error',
      from: { path: '^src/signing/' },
      to: { path: '^src/', pathNot: '^src/(kernel|signing)/' },
    },
    {
      name: 'refresh-stands-on-the-ground',
      comment:
        'what is kept fresh knows no operation, no wing and no payment; the language model keeps its texts in it',
      severity: 'error',
      from: { path: '^src/(refresh|language)/' },
      to: { path: '^src/', pathNot: '^src/(kernel|upstream|store|observe|refresh|language)/' },
    },
    {
      name: 'refresh-does-not-know-the-model',
      severity: 'error',
      from: { path: '^src/refresh/' },
      to: { path: '^src/language/' },
    },
    {
      name: 'contract-stands-on-the-ground',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: {
        path: '^src/',
        pathNot: '^src/(kernel|upstream|store|language|observe|refresh|contract)/',
      },
    },
    {
      name: 'wings-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/(company|tenders|grants|funders|changes|free)/' },
      to: { path: wing, pathNot: '^src/$1/' },
    },
    {
      name: 'wings-do-not-know-transports',
      severity: 'error',
      from: { path: wing },
      to: { path: '^(sandbox/|src/(api|payments|doors|app|main|config|commands))' },
    },
    {
      name: 'rules-and-models-are-pure',
      comment: 'contract/rules is what a published version is: types and a list',
      severity: 'error',
      from: { path: '^src/[^/]+/(rules|model|portals)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/kernel/',
          '^src/contract/rules\\.ts$',
          '^src/[^/]+/(rules|model|portals|seed)/',
        ],
      },
    },
    {
      name: 'pictures-know-what-an-answer-is',
      comment: 'drawn by doors and by the command line',
      severity: 'error',
      from: { path: '^src/pictures/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(kernel|contract|pictures)/' },
    },
    {
      name: 'payments-do-not-know-wings',
      severity: 'error',
      from: { path: '^src/payments/' },
      to: { path: ['^sandbox/', '^src/(api|doors|app|main|commands)', wing] },
    },
    {
      name: 'api-does-not-know-doors',
      severity: 'error',
      from: { path: '^src/api/' },
      to: { path: '^(sandbox/|src/(doors|app|main|commands))' },
    },
    {
      name: 'doors-do-not-know-the-house',
      severity: 'error',
      from: { path: '^src/doors/' },
      to: { path: '^(sandbox/|src/(app|main|commands))' },
    },
    {
      name: 'the-buyer-is-a-stranger-to-the-house',
      severity: 'error',
      from: { path: '^src/buyer/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(kernel|buyer)/' },
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
