"""Worker processes for slow jobs: questions of observers, stories, statistics, verification of dice.

There are three lanes, `play`, `think` and `read`. Each has one process, which starts with its first job.

- **The loop never waits.** `submit` queues a job and returns its future. A thread of the lane starts the process,
  sends it the job and waits.
- **A job that exceeds its timeout ends its process**; the next job starts another one. A process without a job ends
  after a while to free its memory.
- **No worker outlives the companion**, even if that is killed: the worker ends when its standard input is closed.
- **Ctrl-C and SIGTERM are for the main process.** They reach a whole process group or service, also a worker that is
  starting. So workers start with these signals blocked, and the main process ends them.
- **Workers have a low priority**, so that they do not delay lights and web page.
- **A process is a plain Python program** (`companion.runtime.worker_process`) with two pipes. Tried before:
  `ProcessPoolExecutor` and `multiprocessing` need a resource tracker, another process of 6 MB, and import 4 MB of
  modules into each worker.
"""

import pickle
import select
import signal
import sys
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, Queue
from subprocess import PIPE, Popen
from threading import Event, Lock, Thread
from typing import IO, Any, cast

from companion.core.effects import Job, LaneName

IDLE_S = 300.0
"""Time without a job after which a process ends, in seconds."""
SETTLE_S = 0.1
"""Delay in seconds of a job that a newer one can replace, so that fast presses do not start a job each."""
PROGRAM = """
import pickle, sys
try:
    sys.path[:] = pickle.load(sys.stdin.buffer)
except EOFError:  # the companion has ended
    sys.exit()
from companion.runtime.worker_process import main
main()
"""
"""The program of a worker. It first receives `sys.path`, because the companion's modules may be in a checkout."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that end the companion; they also reach its workers. SIGHUP: the terminal window was closed."""


class WorkerError(Exception):
    """A job has no result: it took too long, or its process died."""


class JobTimeout(WorkerError, TimeoutError):
    """A job took too long."""


class WorkersClosed(WorkerError):
    """A job has no result because the companion is closing."""


class Workers:
    """The three lanes. Jobs can be submitted, and the workers closed, from any thread."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        """Starts no processes yet. A process ends after `idle_s` seconds without a job."""
        self._lanes: dict[LaneName, _Lane] = {name: _Lane(name, idle_s) for name in ("play", "think", "read")}

    def submit(self, job: Job) -> Future[Any]:
        """Queues a job and returns at once.

        The future's callbacks run on the lane's thread. Its exception is a `WorkerError`, or what the function raised.
        """
        return self._lanes[job.lane].submit(job)

    def close(self) -> None:
        """Kills the processes; waiting jobs fail. Can be called twice."""
        for lane in self._lanes.values():
            lane.close()


class _Lane:
    """A process, which runs one job at a time, and the queue of its jobs."""

    def __init__(self, name: LaneName, idle_s: float) -> None:
        self._name = name
        self._idle_s = idle_s
        self._lock = Lock()
        """Lock of the queue, held only briefly because the loop may wait for it."""
        self._process_lock = Lock()
        """Lock of the process, held while it starts."""
        self._waiting = Queue[tuple[Job, Future[Any]] | None]()
        self._replaceable: Future[Any] | None = None
        self._thread: Thread | None = None
        self._process: Popen[bytes] | None = None
        self._closed = Event()

    def submit(self, job: Job) -> Future[Any]:
        future, replaced = Future[Any](), None
        with self._lock:
            if self._closed.is_set():
                future.set_exception(WorkersClosed())
                return future
            if job.is_newest_only:
                replaced, self._replaceable = self._replaceable, future
            self._waiting.put((job, future))
            if self._thread is None:
                # A daemon, because the program's end must not wait for it.
                self._thread = Thread(target=self._run_jobs, name=f"worker {self._name}", daemon=True)
                self._thread.start()
        if replaced is not None:
            replaced.cancel()
        return future

    def close(self) -> None:
        with self._lock:
            self._closed.set()
            self._waiting.put(None)
        with self._process_lock:
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def _run_jobs(self) -> None:
        while True:
            try:
                waiting = self._waiting.get(timeout=None if self._process is None else self._idle_s)
            except Empty:
                self._end_process()
                continue
            if waiting is None:
                self._end_process()
                return
            job, future = waiting
            if job.is_newest_only and not future.cancelled():
                self._closed.wait(SETTLE_S)
            if future.set_running_or_notify_cancel():
                self._run(job, future)

    def _run(self, job: Job, future: Future[Any]) -> None:
        try:
            work = pickle.dumps((job.function, job.arguments))
            jobs, answers = self._pipes()
            jobs.write(work)
            jobs.flush()
            if select.select([answers], [], [], job.limit_s)[0]:
                result, problem = pickle.load(answers)  # noqa: S301 - ours
            else:
                result, problem = None, JobTimeout(f"no result in {job.limit_s:g} seconds")
        except (EOFError, OSError, pickle.UnpicklingError):
            ended = WorkerError("its process has ended")
            result, problem = None, WorkersClosed() if self._closed.is_set() else ended
        except Exception as error:  # noqa: BLE001 - the exception is passed to the submitter
            result, problem = None, error
        if isinstance(problem, WorkerError):
            self._end_process()
        if problem is None:
            future.set_result(result)
        else:
            future.set_exception(problem)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        """Returns the input and the output of the process, which is started if necessary."""
        if self._process is not None and self._process.poll() is not None:  # it may have died for lack of memory
            self._end_process()
        with self._process_lock:
            if self._closed.is_set():
                raise EOFError
            if self._process is None:
                # Only this thread blocks them, and the process, which inherits the mask.
                signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
                # -P: a module in the working directory must not be imported instead of the standard library's.
                self._process = Popen([sys.executable, "-P", "-c", PROGRAM], stdin=PIPE, stdout=PIPE)  # noqa: S603 - our own
                pickle.dump(sys.path, cast("IO[bytes]", self._process.stdin))
            return cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)

    def _end_process(self) -> None:
        with self._process_lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError), process:  # closes its pipes; the input may contain unsent data
                pass
