/** Runs the command line. Only this file and `config.ts` touch the environment. */
import { enableCompileCache } from 'node:module'
import { runCommand } from './commands/program.ts'

// Every start but the first finds its modules compiled, in the system's folder for temporary files;
// so does what is started beside this process.
const { directory } = enableCompileCache()
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory

// A reader that has seen enough, such as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

await runCommand(process.argv.slice(2), process.env)
