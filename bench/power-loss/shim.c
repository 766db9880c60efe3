/* Writes down what a program does to the files of one folder, so that a test can
   drop what was not on disk when power failed.

   Loaded by LD_PRELOAD. POWER_LOSS_FOLDER is the folder, POWER_LOSS_LOG the file to
   write to. Each event is a line: its kind, the number of its file (its inode), an
   offset, and then the lengths of two texts, which follow the line:

     create INODE 0 LENGTH 0        a file came to be under that name
     write INODE OFFSET LENGTH 0    these bytes were written
     truncate INODE SIZE 0 0
     sync INODE 0 0 0               of a file or of the folder
     link INODE 0 LENGTH 0          a file got this name as well
     rename INODE 0 LENGTH LENGTH   from this name to that
     unlink INODE 0 LENGTH 0        this name was removed
     output 0 0 0 0                 something was printed

   Functions that are not here are not used for journals: std calls these. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 1024
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static dev_t folder_device;
static ino_t folder_inode;
static char tracked[FILES];

__attribute__((constructor)) static void begin(void) {
    const char *folder = getenv("POWER_LOSS_FOLDER"), *path = getenv("POWER_LOSS_LOG");
    struct stat status;
    if (!folder || !path || stat(folder, &status) != 0) return;
    folder_device = status.st_dev;
    folder_inode = status.st_ino;
    log_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void put(const char *bytes, size_t length) {
    while (length > 0) {
        long written = syscall(SYS_write, log_file, bytes, length);
        if (written <= 0) _exit(99);
        bytes += written;
        length -= (size_t)written;
    }
}

static void note(const char *kind, ino_t inode, long offset, const char *one, size_t first, const char *two, size_t second) {
    char head[128];
    int length = snprintf(head, sizeof head, "%s %lu %ld %zu %zu\n", kind, (unsigned long)inode, offset, first, second);
    put(head, (size_t)length);
    put(one, first);
    put(two, second);
}

/* The last part of a path that is in the folder. */
static const char *name_in_folder(const char *path) {
    char parent[PATH_MAX];
    struct stat status;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (log_file < 0 || *name == 0 || length >= sizeof parent) return NULL;
    memcpy(parent, path, length);
    parent[length] = 0;
    if (stat(!slash ? "." : length == 0 ? "/" : parent, &status) != 0) return NULL;
    return status.st_dev == folder_device && status.st_ino == folder_inode ? name : NULL;
}

static ino_t inode_of(int file) {
    struct stat status;
    return fstat(file, &status) == 0 ? status.st_ino : 0;
}

static ino_t inode_at(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 ? status.st_ino : 0;
}

static int is_tracked(int file) {
    return log_file >= 0 && file >= 0 && file < FILES && tracked[file];
}

static int opened(int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    pthread_mutex_lock(&lock);
    const char *name = name_in_folder(path);
    int was_there = name && inode_at(path) != 0;
    int file = next(path, flags, mode);
    int error = errno;
    if (file >= 0 && file < FILES) {
        tracked[file] = name != NULL || (log_file >= 0 && inode_of(file) == folder_inode);
        if (name && !was_there) note("create", inode_of(file), 0, name, strlen(name), "", 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return file;
}

#define MODE(mode) \
    mode_t mode = 0; \
    va_list rest; \
    va_start(rest, flags); \
    if (flags & (O_CREAT | __O_TMPFILE)) mode = (mode_t)va_arg(rest, int); \
    va_end(rest)

int open(const char *path, int flags, ...) {
    MODE(mode);
    return opened(NEXT(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(mode);
    return opened(NEXT(open64), path, flags, mode);
}

int close(int file) {
    if (file >= 0 && file < FILES) tracked[file] = 0;
    return NEXT(close)(file);
}

ssize_t write(int file, const void *bytes, size_t length) {
    pthread_mutex_lock(&lock);
    ssize_t written = NEXT(write)(file, bytes, length);
    int error = errno;
    if (written > 0 && is_tracked(file)) {
        note("write", inode_of(file), lseek(file, 0, SEEK_CUR) - written, bytes, (size_t)written, "", 0);
    } else if (written > 0 && log_file >= 0 && (file == 1 || file == 2)) {
        note("output", 0, 0, "", 0, "", 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return written;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    ssize_t all = 0;
    for (int part = 0; part < count; part++) {
        ssize_t written = parts[part].iov_len == 0 ? 0 : write(file, parts[part].iov_base, parts[part].iov_len);
        if (written < 0) return all > 0 ? all : written;
        all += written;
        if ((size_t)written < parts[part].iov_len) break;
    }
    return all;
}

#define AFTER(kind, call, file, offset) \
    pthread_mutex_lock(&lock); \
    int result = call; \
    int error = errno; \
    if (result == 0 && is_tracked(file)) note(kind, inode_of(file), offset, "", 0, "", 0); \
    pthread_mutex_unlock(&lock); \
    errno = error; \
    return result

int fsync(int file) { AFTER("sync", NEXT(fsync)(file), file, 0); }
int fdatasync(int file) { AFTER("sync", NEXT(fdatasync)(file), file, 0); }
int ftruncate(int file, off_t size) { AFTER("truncate", NEXT(ftruncate)(file, size), file, (long)size); }
int ftruncate64(int file, off64_t size) { AFTER("truncate", NEXT(ftruncate64)(file, size), file, (long)size); }

static int named(const char *kind, int result, int error, ino_t inode, const char *one, const char *two) {
    if (result == 0 && one) note(kind, inode, 0, one, strlen(one), two ? two : "", two ? strlen(two) : 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int link(const char *from, const char *to) {
    pthread_mutex_lock(&lock);
    int result = NEXT(link)(from, to);
    return named("link", result, errno, inode_at(to), name_in_folder(to), NULL);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    pthread_mutex_lock(&lock);
    int result = NEXT(linkat)(from_folder, from, to_folder, to, flags);
    return named("link", result, errno, inode_at(to), name_in_folder(to), NULL);
}

int rename(const char *from, const char *to) {
    pthread_mutex_lock(&lock);
    int result = NEXT(rename)(from, to);
    return named("rename", result, errno, inode_at(to), name_in_folder(from), name_in_folder(to));
}

int unlink(const char *path) {
    pthread_mutex_lock(&lock);
    ino_t inode = inode_at(path);
    const char *name = name_in_folder(path);
    int result = NEXT(unlink)(path);
    return named("unlink", result, errno, inode, name, NULL);
}
