/**
 * The example for Kubernetes, judged by a committed part of its published types, and by what the
 * image has.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { describeConfig } from '../../src/config.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const text = read('deploy/kubernetes/ukintel.yml')
// Kubernetes reads YAML 1.1, in which 0440 is octal.
const parse = (source: string) =>
  parseAllDocuments(source, { version: '1.1' }).map(
    (document) => document.toJS() as Record<string, unknown>,
  )
const judge = new Ajv({ strict: false }).compile(
  JSON.parse(read('test/published-schemas/kubernetes.json')),
)

it('keeps to the types of Kubernetes, and a mistyped member is found', () => {
  const documents = parse(text)
  expect(documents.map(({ kind }) => kind)).toEqual([
    'Secret',
    'ConfigMap',
    'Job',
    'Deployment',
    'Service',
  ])
  for (const document of documents)
    expect({ kind: document.kind, holds: judge(document), errors: judge.errors }).toMatchObject({
      holds: true,
    })
  for (const [right, wrong] of [
    ['readinessProbe', 'readynessProbe'],
    ['containerPort: 4021', 'containerPort: http'],
    ['restartPolicy: Never', 'restartPolicy: Always'],
    ['secretName: ukintel', 'name: ukintel'],
  ] as const)
    expect(
      parse(text.replaceAll(right, wrong)).every((each) => judge(each)),
      wrong,
    ).toBe(false)
})

it('names variables, ports and commands of the image, and files of its secret', () => {
  const [secret, config] = parse(text) as [
    { stringData: Record<string, string> },
    { data: Record<string, string> },
  ]
  const known = new Set(describeConfig({}).map(({ name }) => name))
  const names = Object.keys(config.data)
  expect(names.filter((name) => !known.has(name.replace(/_FILE$/, '')))).toEqual([])
  const files = names.filter((name) => name.endsWith('_FILE')).map((name) => config.data[name])
  expect(files).toEqual(
    Object.keys(secret.stringData).map((name) => `/run/secrets/ukintel/${name}`),
  )
  const dockerfile = read('Dockerfile')
  const ports = [...text.matchAll(/containerPort: (\d+)/g)].map(([, port]) => port)
  expect(/^EXPOSE (.*)$/m.exec(dockerfile)![1]!.split(' ')).toEqual(ports)
  expect(text).toContain('command: [node, bin/ukintel.js, migrate]')
})
