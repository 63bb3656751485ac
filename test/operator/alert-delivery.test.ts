/**
 * An alert on its whole way: Prometheus finds it, Alertmanager sends it to the operator's contact.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../../src/transports/free-port.ts'
import { createFolder } from '../support/folder.ts'
import { eventually } from '../support/world.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const START = join(ROOT, 'deploy/alertmanager/start.sh')
const rules = read('deploy/prometheus/alerts.yml')
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const isPossible = has('prometheus-alertmanager') && has('prometheus')
if (!isPossible)
  process.stderr.write(
    'skipped: no alert is delivered (Debian: prometheus, prometheus-alertmanager)\n',
  )

const folder = createFolder()
const running: ChildProcess[] = []
afterAll(async () => {
  for (const child of running) {
    const exited = once(child, 'exit')
    if (child.kill('SIGKILL')) await exited
  }
})

interface Delivered {
  receiver: string
  alerts: {
    status: string
    labels: Record<string, string>
    annotations: Record<string, string>
  }[]
}

it.skipIf(!isPossible)(
  'of a service that is down arrives at the contact, with what to do',
  async () => {
    const delivered: Delivered[] = []
    const contact = createServer(async (request, response) => {
      delivered.push((await json(request)) as Delivered)
      response.end()
    })
    await once(contact.listen(0, '127.0.0.1'), 'listening')
    const [alertmanager, prometheus, nobody] = [
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    const start = (program: string, args: string[], environment: Record<string, string> = {}) =>
      running.push(
        spawn(program, args, {
          cwd: folder,
          env: { PATH: process.env.PATH, ...environment },
          stdio: 'ignore',
        }),
      )
    const quiet = ['--storage.path=alerts', '--cluster.listen-address=']
    start('sh', [START, `--web.listen-address=127.0.0.1:${alertmanager}`, ...quiet], {
      ALERT_CONTACT: `http://127.0.0.1:${(contact.address() as AddressInfo).port}/hook`,
      ALERTMANAGER: 'prometheus-alertmanager',
      ALERTMANAGER_FILE: join(folder, 'alertmanager.yml'),
      ALERT_GROUP_WAIT: '0s',
    })
    writeFileSync(join(folder, 'alerts.yml'), rules.replaceAll(/for: \w+/g, 'for: 0s'))
    const settings = read('deploy/prometheus/prometheus.yml')
      .replace('scrape_interval: 30s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
      .replace('ukintel:9464', `127.0.0.1:${nobody}`)
      .replace('alertmanager:9093', `127.0.0.1:${alertmanager}`)
    writeFileSync(join(folder, 'prometheus.yml'), settings)
    start('prometheus', [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=series',
      `--web.listen-address=127.0.0.1:${prometheus}`,
    ])
    await eventually(() => delivered.length > 0)
    contact.close()
    expect(delivered[0]).toMatchObject({
      receiver: 'operator',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'UkintelDown', severity: 'page', job: 'ukintel' },
          annotations: {
            summary: 'The service does not answer on its metrics port.',
            runbook: expect.stringContaining('start the service'),
          },
        },
      ],
    })
    expect(statSync(join(folder, 'alertmanager.yml')).mode & 0o077).toBe(0)
  },
)

it('says in each alert what the run book says', () => {
  const table = /### Alerts\n[\s\S]*?\n### /.exec(read('docs/operators/operations.md'))![0]
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name, line]) => [
    name,
    line,
  ])
  const alerts = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook: "(.*)"/g)].map(
    ([, name, line]) => [name, line],
  )
  expect(alerts.length).toBe(rules.split('- alert: ').length - 1)
  expect(alerts).toEqual(rows)
})

const amtool = has('amtool')
if (!amtool)
  process.stderr.write('skipped: no amtool on this machine (Debian: prometheus-alertmanager)\n')
it.skipIf(!amtool).each([
  ['https://hooks.slack.com/services/a/b', /slack_configs/],
  ['https://alerts.example.org/hook?key="quoted"', /webhook_configs/],
  ['smtp://ops:pass:w@rd@mail.example.org:587/ops@example.org', /auth_password: "pass:w@rd"/],
])('writes a configuration that Alertmanager takes: %s', (ALERT_CONTACT, wanted) => {
  const file = join(folder, 'checked.yml')
  const { status } = spawnSync('sh', [START], {
    env: { PATH: process.env.PATH, ALERT_CONTACT, ALERTMANAGER: 'true', ALERTMANAGER_FILE: file },
  })
  expect(status).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(wanted)
  const {
    stdout,
    stderr,
    status: checked,
  } = spawnSync('amtool', ['check-config', file], {
    encoding: 'utf8',
  })
  expect({ checked, said: `${stdout}${stderr}` }).toMatchObject({ checked: 0 })
})

it.each(['', 'ops@example.org'])('refuses the contact "%s"', (ALERT_CONTACT) => {
  const { status, stderr } = spawnSync('sh', [START], {
    env: { PATH: process.env.PATH, ALERT_CONTACT, ALERTMANAGER: 'true' },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('ALERT_CONTACT is neither'),
  })
})
